// A game under study: the tree of its moves, what the engine thinks of the position on the board, and what it has
// found about the whole game.

import { computed, signal } from "@preact/signals";

import { objectiveOf, variantOf } from "../game/objective";
import type { Shared } from "../game/share";
import { type Side, sideOf } from "../game/side";
import { moveNumber, type Node, Tree } from "../game/tree";
import { oneOf, stored } from "../view/stored";
import type { Thinker, Thought } from "../wane/thinker";
import type { GameText, JudgedText, Look, Objective, ReportText, Summary } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";

/** What is known of a move of the line that was reviewed. */
export interface Found {
  judged: JudgedText;
  /** What the position before the move is worth to Black. */
  black: number;
}

export interface Names {
  black: string;
  white: string;
}

/** Where one would rather have the engine think. */
const keptPlace = stored<"page" | "server">("wane.place", "page", oneOf(["page", "server"]));

/** Milliseconds for each position of a game. */
const REVIEW_MS = 250;

const NOBODY: Names = { black: "", white: "" };

export class Study {
  private tree: Tree;
  private readonly changes = signal(0);
  private thought: Thought | null = null;
  private isAwake = false;

  /** An engine elsewhere, if there is one. */
  readonly server = signal<Thinker | null>(null);
  /** Whether that one is to think. */
  readonly prefersServer = signal(keptPlace.read() === "server");
  /** Why nothing is known of the position on the board. */
  readonly error = signal<PageProblem | null>(null);

  readonly names = signal<Names>(NOBODY);
  /** Whose mistakes are of interest; null for those of both sides. */
  readonly learner = signal<Side | null>(null);
  readonly report = signal<ReportText | null>(null);
  /** Whether positions are thought about while they are on the board. */
  readonly isOn = signal(true);
  /** For how many moves a value is wanted. */
  readonly lines = signal(64);
  /** By the number of the move. */
  readonly found = signal<ReadonlyMap<number, Found>>(new Map());
  readonly summary = signal<Summary | null>(null);
  readonly isReviewing = signal(false);
  /** Why the review failed. It is not `error`: the analysis that follows a review must not clear it. */
  readonly reviewError = signal<PageProblem | null>(null);
  /** The line that was reviewed, the positions of it. */
  readonly reviewed = signal<readonly Node[]>([]);
  /** How many moves it has, without passes. */
  readonly reviewedMoves = computed(() => this.reviewed.value.filter(isMove).length);

  readonly node = computed<Node>(() => {
    this.changes.value;
    return this.tree.current;
  });
  readonly look = computed<Look>(() => this.node.value.look);
  readonly line = computed<Node[]>(() => {
    this.changes.value;
    return this.tree.line();
  });

  /** A study that thinks of nothing yet; see `wake`. */
  constructor(
    private readonly engine: Thinker,
    start: Look,
  ) {
    this.tree = new Tree(start);
  }

  get moves(): Tree {
    this.changes.value;
    return this.tree;
  }

  /** Another game; the position after so many moves and passes, or the last one. */
  open(start: Look, moves: readonly string[], at: number | null, names = NOBODY, learner: Side | null = null): void {
    const tree = new Tree(start);
    for (const move of moves) {
      passIfForced(tree);
      if (move !== "pass") tree.play(move, rules.play(tree.current.look, move));
    }
    passIfForced(tree);
    this.forget();
    this.tree = tree;
    this.names.value = names;
    this.learner.value = learner;
    const line = tree.line();
    this.go(line[Math.min(at ?? line.length, line.length - 1)] ?? tree.root);
  }

  openGame(game: GameText): void {
    const { start, variant = "anti", moves = [], players } = game;
    const objective = objectiveOf(variant);
    const from =
      start === undefined ? rules.start(8, objective) : rules.look(`${start.board} ${start.side}`, objective);
    this.open(from, moves, 0, { black: players?.black?.name ?? "", white: players?.white?.name ?? "" });
  }

  openShared({ size, objective, position, moves, at }: Shared): void {
    this.open(position === null ? rules.start(size, objective) : rules.look(position, objective), moves, at);
  }

  play(square: string): boolean {
    const look = this.look.value;
    if (!look.moves.some((it) => it.square === square)) return false;
    this.tree.play(square, rules.play(look, square));
    passIfForced(this.tree);
    this.moved();
    return true;
  }

  go(node: Node): void {
    this.tree.go(node);
    this.moved();
  }

  back(): void {
    if (this.tree.back()) this.moved();
  }

  forward(): void {
    if (this.tree.forward()) this.moved();
  }

  first(): void {
    this.go(this.tree.root);
  }

  last(): void {
    this.go(this.tree.line().at(-1) ?? this.tree.root);
  }

  promote(): void {
    this.tree.promote(this.tree.current);
    this.changes.value++;
  }

  remove(): void {
    this.tree.remove(this.tree.current);
    this.moved();
  }

  /** Thinks about what is on the board, or stops. */
  think(on: boolean): void {
    this.isOn.value = on;
    this.moved();
  }

  setLines(lines: number): void {
    this.lines.value = lines;
    this.moved();
  }

  /** There is an engine elsewhere. */
  offer(server: Thinker): void {
    this.server.value = server;
    if (this.prefersServer.value) this.moved();
  }

  setPlace(place: "page" | "server"): void {
    this.rest();
    this.prefersServer.value = place === "server";
    keptPlace.write(place);
    this.moved();
  }

  /** Whoever thinks. */
  private get thinker(): Thinker {
    return (this.prefersServer.value ? this.server.value : null) ?? this.engine;
  }

  /** Somebody is looking: positions may be thought about. */
  wake(): void {
    this.isAwake = true;
    this.moved();
  }

  /** Nobody is looking. */
  sleep(): void {
    this.isAwake = false;
    this.rest();
  }

  /** Looks at every move of the line on the board. */
  review(): void {
    const line = this.tree.line();
    this.forget();
    this.isReviewing.value = true;
    this.reviewed.value = line;
    const task = { ask: "review", game: this.game(), within: { ms: REVIEW_MS } } as const;
    this.thought = this.thinker.think(task, (event) => {
      if (event.tell === "judged") {
        const black = event.side === "black" ? event.score : -event.score;
        this.found.value = new Map(this.found.value).set(event.number, { judged: event, black });
      } else if (event.tell === "summary") {
        this.summary.value = event;
      } else if (event.tell === "failed") {
        this.reviewError.value = event.problem;
      }
    });
    void this.thought.done.then(() => {
      this.isReviewing.value = false;
      this.thought = null;
      this.moved();
    });
  }

  /** What a move of the reviewed line has lost, by the position after it. */
  readonly losses = computed<ReadonlyMap<number, number>>(() => {
    const losses = new Map<number, number>();
    for (const node of this.reviewed.value) {
      if (!isMove(node)) continue;
      const found = this.found.value.get(moveNumber(node));
      if (found !== undefined) losses.set(node.id, found.judged.loss);
    }
    return losses;
  });

  /** The position of the reviewed line after so many moves; that after the pass, if there is one. */
  goTo(moves: number): void {
    const to = this.reviewed.value.findLast((node) => moveNumber(node) === moves);
    if (to !== undefined) this.go(to);
  }

  get objective(): Objective {
    return this.tree.root.look.objective;
  }

  /** The line on the board, for a link. */
  shared(): Shared {
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

  /** The line on the board, for the formats. */
  game(): GameText {
    const { look } = this.tree.root;
    const [board = ""] = look.position.split(" ");
    const { black, white } = this.names.value;
    return {
      format: "wane-game",
      v: 1,
      variant: variantOf(look.objective),
      start: { board, side: sideOf(look) },
      moves: movesOf(this.tree.line()),
      players: { black: { name: black }, white: { name: white } },
    };
  }

  /** Another position is on the board. */
  private moved(): void {
    this.changes.value++;
    this.report.value = null;
    this.error.value = null;
    if (this.isReviewing.value) return;
    this.rest();
    const { position, objective, score } = this.tree.current.look;
    if (!this.isAwake || !this.isOn.value || score !== null) return;
    const task = { ask: "analyse", position, objective, lines: this.lines.value, within: {} } as const;
    this.thought = this.thinker.think(task, (event) => {
      if (event.tell === "report") this.report.value = event;
      if (event.tell === "failed") this.error.value = event.problem;
    });
  }

  private rest(): void {
    this.thought?.cancel();
    this.thought = null;
    this.isReviewing.value = false;
  }

  private forget(): void {
    this.rest();
    this.report.value = null;
    this.error.value = null;
    this.found.value = new Map();
    this.summary.value = null;
    this.reviewError.value = null;
    this.reviewed.value = [];
  }
}

/** Whether a square was played before the position. */
function isMove({ move }: Node): boolean {
  return move !== null && move !== "pass";
}

/** Puts in the pass that must come next, if one must. */
function passIfForced(tree: Tree): void {
  const { look } = tree.current;
  if (look.must_pass) tree.play("pass", rules.play(look, "pass"));
}

function movesOf(line: readonly Node[]): string[] {
  return line.flatMap(({ move }) => move ?? []);
}
