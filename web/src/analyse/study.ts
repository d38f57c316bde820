// A game under study: the tree of its moves, the analysis of the current position, and the review of the game.

import { computed, signal } from "@preact/signals";

import { type Names, textOfLine, textOfTree, treeOfText } from "../game/game-text";
import { variantOf } from "../game/objective";
import { passIfForced } from "../game/passes";
import type { Shared } from "../game/share";
import { type Side, sideOf } from "../game/side";
import { listNodes, type Node, Tree, treeOf } from "../game/tree";
import { newId } from "../store/database";
import type { GameText, Look, Objective } from "../wane/messages";
import * as rules from "../wane/rules";
import { Analysis, type PageEngine } from "./analysis";
import type { KeptReview, KeptStudy } from "./kept";
import { isMove, Review } from "./review";

const NO_NAMES: Names = { black: "", white: "" };

/** What a study is about, besides its moves. */
interface About {
  names?: Names;
  /** The side whose mistakes are shown; null for both sides. */
  learner?: Side | null;
  /** The game that it is about; null if it was not played here. */
  game?: string | null;
}

export class Study {
  private tree: Tree;
  private readonly changes = signal(0);

  readonly analysis: Analysis;
  readonly review = new Review();

  readonly id = signal(newId());
  private created = Date.now();
  /** Whether it has more than the link that it was opened from. */
  readonly isOwn = signal(false);

  readonly names = signal<Names>(NO_NAMES);
  readonly learner = signal<Side | null>(null);
  readonly game = signal<string | null>(null);

  readonly node = computed<Node>(() => {
    this.changes.value;
    return this.tree.current;
  });
  readonly look = computed<Look>(() => this.node.value.look);
  readonly line = computed<Node[]>(() => {
    this.changes.value;
    return this.tree.line();
  });

  /** A study that nobody sees yet; `activate` starts the analysis. */
  constructor(engine: PageEngine, start: Look) {
    this.analysis = new Analysis(engine);
    this.tree = new Tree(start);
  }

  get moves(): Tree {
    this.changes.value;
    return this.tree;
  }

  get objective(): Objective {
    return this.tree.root.look.objective;
  }

  /** Opens a new study at the position after `at` moves and passes, or at the last position. */
  open(start: Look, moves: readonly string[], at: number | null, about: About = {}): void {
    const tree = new Tree(start);
    for (const move of moves) {
      passIfForced(tree);
      if (move !== "pass") tree.play(move, rules.play(tree.current.look, move));
    }
    passIfForced(tree);
    const line = tree.line();
    tree.go(line[Math.min(at ?? line.length, line.length - 1)] ?? tree.root);
    this.show(tree, newId(), Date.now(), about);
    this.isOwn.value = true;
  }

  /** Opens a game of a format, with its variations and comments. */
  openGame(game: GameText): void {
    const names = { black: game.players?.black?.name ?? "", white: game.players?.white?.name ?? "" };
    this.show(treeOfText(game, rules), newId(), Date.now(), { names });
    this.isOwn.value = true;
  }

  /** Opens the game of a link. Until it is changed, the link has all of it. */
  openShared({ size, objective, position, moves, at }: Shared): void {
    this.open(position === null ? rules.start(size, objective) : rules.look(position, objective), moves, at);
    this.isOwn.value = false;
  }

  /** Opens a kept study. Throws if it is not valid. */
  restore(kept: KeptStudy): void {
    const tree = treeOf(rules.look(kept.start, kept.objective), kept.nodes, rules.play);
    const { nodes } = listNodes(tree);
    const nodeAt = (index: number) => nodes[index - 1] ?? tree.root;
    tree.go(nodeAt(kept.at));
    this.show(tree, kept.id, kept.created, kept);
    this.isOwn.value = true;
    if (kept.review === null) return;
    const { end, moves, summary } = kept.review;
    this.review.restore(tree.path(nodeAt(end)), moves, summary);
  }

  /** The study as it is kept; signals tell when it changes. */
  kept(): KeptStudy {
    this.changes.value;
    const { nodes, list } = listNodes(this.tree);
    const { look } = this.tree.root;
    const indexOf = (node: Node) => nodes.indexOf(node) + 1;
    return {
      id: this.id.value,
      created: this.created,
      changed: Date.now(),
      objective: look.objective,
      start: look.position,
      nodes: list,
      at: indexOf(this.tree.current),
      names: this.names.value,
      learner: this.learner.value,
      game: this.game.value,
      review: this.keptReview(indexOf),
    };
  }

  play(square: string): boolean {
    const look = this.look.value;
    if (!look.moves.some((it) => it.square === square)) return false;
    this.tree.play(square, rules.play(look, square));
    passIfForced(this.tree);
    this.changed();
    this.positionChanged();
    return true;
  }

  go(node: Node): void {
    this.tree.go(node);
    this.positionChanged();
  }

  back(): void {
    if (this.tree.back()) this.positionChanged();
  }

  forward(): void {
    if (this.tree.forward()) this.positionChanged();
  }

  first(): void {
    this.go(this.tree.root);
  }

  last(): void {
    this.go(this.tree.line().at(-1) ?? this.tree.root);
  }

  /** Goes along moves from the first position, as far as the tree has them and at most `at` moves and passes. */
  follow(moves: readonly string[], at: number | null): void {
    const line = this.find(moves);
    this.go(line[Math.min(at ?? line.length, line.length - 1)] ?? this.tree.root);
  }

  /** Makes a line of these moves the main line, and goes to its start. */
  addLine(moves: readonly string[]): void {
    const line = this.find(moves);
    const last = line.at(-1) ?? this.tree.root;
    const known = line.filter(isMove).length;
    this.tree.go(last);
    for (const move of moves.filter((it) => it !== "pass").slice(known)) {
      passIfForced(this.tree);
      this.tree.play(move, rules.play(this.tree.current.look, move));
    }
    passIfForced(this.tree);
    this.tree.promote(this.tree.current);
    this.go(this.tree.root);
  }

  /** Gets an id of its own, since another tab has the study under the old one. */
  becomeCopy(): void {
    this.id.value = newId();
    this.game.value = null;
  }

  /** The nodes from the first position along these moves, as far as the tree has them. Passes may be left out. */
  private find(moves: readonly string[]): Node[] {
    const line = [this.tree.root];
    const step = (move: string) => {
      const next = line.at(-1)?.children.find((it) => it.move === move);
      if (next !== undefined) line.push(next);
      return next !== undefined;
    };
    for (const move of moves.filter((it) => it !== "pass")) {
      step("pass");
      if (!step(move)) return line;
    }
    step("pass");
    return line;
  }

  promote(): void {
    this.tree.promote(this.tree.current);
    this.changed();
  }

  remove(): void {
    this.tree.remove(this.tree.current);
    this.changed();
    this.positionChanged();
  }

  setComment(comment: string): void {
    this.tree.current.comment = comment;
    this.changed();
  }

  /** The study is visible: starts the analysis. */
  activate(): void {
    this.analysis.setVisible(true);
    this.positionChanged();
  }

  /** The study is hidden: stops the engine. */
  deactivate(): void {
    this.analysis.setVisible(false);
    this.review.cancel();
  }

  /** Reviews every move of the current line. Resolves when all are reviewed; never if the review was cancelled. */
  startReview(): Promise<void> {
    this.analysis.show(null);
    this.isOwn.value = true;
    return new Promise((resolve) => {
      this.review.start(this.tree.line(), this.text(), this.analysis.thinker, () => {
        this.positionChanged();
        resolve();
      });
    });
  }

  /** Shows the position of the reviewed line after a number of moves. */
  goTo(moves: number): void {
    const to = this.review.nodeAfter(moves);
    if (to !== undefined) this.go(to);
  }

  /** The current line, for a link. */
  shared(): Shared {
    this.changes.value;
    const { look } = this.tree.root;
    const isStart = look.position === rules.start(look.size, look.objective).position;
    return {
      size: look.size,
      objective: look.objective,
      position: isStart ? null : look.position,
      moves: movesOf(this.tree.line()).filter((it) => it !== "pass"),
      at: this.tree.path().length - 1,
    };
  }

  /** The current line, for the formats. */
  text(): GameText {
    return textOfLine(this.tree.line(), this.names.value);
  }

  /** All lines with their comments, for the formats that have them. */
  wholeText(): GameText {
    return textOfTree(this.tree, this.names.value);
  }

  /** The current position, for the formats. */
  positionText(): GameText {
    const { look } = this.tree.current;
    const [board = ""] = look.position.split(" ");
    return { format: "wane-game", v: 1, variant: variantOf(look.objective), start: { board, side: sideOf(look) } };
  }

  private show(tree: Tree, id: string, created: number, about: About): void {
    this.review.clear();
    this.tree = tree;
    this.id.value = id;
    this.created = created;
    this.names.value = about.names ?? NO_NAMES;
    this.learner.value = about.learner ?? null;
    this.game.value = about.game ?? null;
    this.positionChanged();
  }

  private keptReview(indexOf: (node: Node) => number): KeptReview | null {
    const [summary, end] = [this.review.summary.value, this.review.line.value.at(-1)];
    // The end of the line may have been removed.
    if (summary === null || end === undefined || indexOf(end) === 0) return null;
    const moves = [...this.review.moves.value.values()].map((it) => it.details);
    return { end: indexOf(end), moves: moves.sort((one, other) => one.number - other.number), summary };
  }

  /** The user has changed the study. */
  private changed(): void {
    this.isOwn.value = true;
    this.changes.value++;
  }

  /** Another position is the current one. */
  private positionChanged(): void {
    this.changes.value++;
    if (!this.review.isRunning.value) this.analysis.show(this.tree.current.look);
  }
}

function movesOf(line: readonly Node[]): string[] {
  return line.flatMap(({ move }) => move ?? []);
}
