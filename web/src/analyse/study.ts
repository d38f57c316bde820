// A game under study: the tree of its moves, the analysis of the current position, and the review of the game.

import { computed, signal } from "@preact/signals";

import { objectiveOf, variantOf } from "../game/objective";
import type { Shared } from "../game/share";
import { type Side, sideOf } from "../game/side";
import { moveNumber, type Node, Tree } from "../game/tree";
import { oneOf, stored } from "../view/stored";
import type { RunningTask, Thinker } from "../wane/thinker";
import type { GameText, MoveReviewText, Look, Objective, ReportText, Summary } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";

/** The review of one move. */
export interface MoveReview {
  details: MoveReviewText;
  /** The score of the position before the move, for Black. */
  blackScore: number;
}

export interface Names {
  black: string;
  white: string;
}

/** Where the user wants the engine to run. */
const storedPlace = stored<"page" | "server">("wane.place", "page", oneOf(["page", "server"]));

/** Thinking time for each position of a review. */
const REVIEW_MS = 250;

const NO_NAMES: Names = { black: "", white: "" };

export class Study {
  private tree: Tree;
  private readonly changes = signal(0);
  private running: RunningTask | null = null;
  private isActive = false;

  /** The engine of the server, if there is one. */
  readonly server = signal<Thinker | null>(null);
  /** Whether the user prefers the engine of the server. */
  readonly prefersServer = signal(storedPlace.read() === "server");
  /** Why the analysis of the current position failed. */
  readonly error = signal<PageProblem | null>(null);

  readonly names = signal<Names>(NO_NAMES);
  /** The side whose mistakes are shown; null for both sides. */
  readonly learner = signal<Side | null>(null);
  readonly report = signal<ReportText | null>(null);
  /** Whether the engine analyses the current position. */
  readonly isAnalysing = signal(true);
  /** The number of moves with a score. */
  readonly lines = signal(64);
  /** By the number of the move. */
  readonly moveReviews = signal<ReadonlyMap<number, MoveReview>>(new Map());
  readonly summary = signal<Summary | null>(null);
  readonly isReviewing = signal(false);
  /** Why the review failed. Separate from `error`, which the analysis after a review clears. */
  readonly reviewError = signal<PageProblem | null>(null);
  /** The nodes of the line that was reviewed. */
  readonly reviewedLine = signal<readonly Node[]>([]);
  /** The number of its moves, without passes. */
  readonly reviewedMoveCount = computed(() => this.reviewedLine.value.filter(isMove).length);

  readonly node = computed<Node>(() => {
    this.changes.value;
    return this.tree.current;
  });
  readonly look = computed<Look>(() => this.node.value.look);
  readonly line = computed<Node[]>(() => {
    this.changes.value;
    return this.tree.line();
  });

  /** An inactive study; `activate` starts the analysis. */
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

  /** Opens another game at the position after `at` moves and passes, or at the last position. */
  open(start: Look, moves: readonly string[], at: number | null, names = NO_NAMES, learner: Side | null = null): void {
    const tree = new Tree(start);
    for (const move of moves) {
      passIfForced(tree);
      if (move !== "pass") tree.play(move, rules.play(tree.current.look, move));
    }
    passIfForced(tree);
    this.reset();
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

  promote(): void {
    this.tree.promote(this.tree.current);
    this.changes.value++;
  }

  remove(): void {
    this.tree.remove(this.tree.current);
    this.positionChanged();
  }

  /** Starts or pauses the analysis of the current position. */
  setAnalysing(on: boolean): void {
    this.isAnalysing.value = on;
    this.positionChanged();
  }

  setLines(lines: number): void {
    this.lines.value = lines;
    this.positionChanged();
  }

  /** Adds the engine of the server. */
  addServer(server: Thinker): void {
    this.server.value = server;
    if (this.prefersServer.value) this.positionChanged();
  }

  setPlace(place: "page" | "server"): void {
    this.cancel();
    this.prefersServer.value = place === "server";
    storedPlace.write(place);
    this.positionChanged();
  }

  /** The engine that runs the tasks. */
  private get thinker(): Thinker {
    return (this.prefersServer.value ? this.server.value : null) ?? this.engine;
  }

  /** The study is visible: starts the analysis. */
  activate(): void {
    this.isActive = true;
    this.positionChanged();
  }

  /** The study is hidden: stops the engine. */
  deactivate(): void {
    this.isActive = false;
    this.cancel();
  }

  /** Reviews every move of the current line. */
  review(): void {
    const line = this.tree.line();
    this.reset();
    this.isReviewing.value = true;
    this.reviewedLine.value = line;
    const task = { ask: "review", game: this.game(), within: { ms: REVIEW_MS } } as const;
    this.running = this.thinker.think(task, (event) => {
      if (event.tell === "move_review") {
        const blackScore = event.side === "black" ? event.score : -event.score;
        this.moveReviews.value = new Map(this.moveReviews.value).set(event.number, { details: event, blackScore });
      } else if (event.tell === "summary") {
        this.summary.value = event;
      } else if (event.tell === "failed") {
        this.reviewError.value = event.problem;
      }
    });
    void this.running.done.then(() => {
      this.isReviewing.value = false;
      this.running = null;
      this.positionChanged();
    });
  }

  /** The losses of the moves of the reviewed line, by the id of the node after the move. */
  readonly losses = computed<ReadonlyMap<number, number>>(() => {
    const losses = new Map<number, number>();
    for (const node of this.reviewedLine.value) {
      if (!isMove(node)) continue;
      const review = this.moveReviews.value.get(moveNumber(node));
      if (review !== undefined) losses.set(node.id, review.details.loss);
    }
    return losses;
  });

  /** Shows the position of the reviewed line after a number of moves, and after the pass that may follow. */
  goTo(moves: number): void {
    const to = this.reviewedLine.value.findLast((node) => moveNumber(node) === moves);
    if (to !== undefined) this.go(to);
  }

  get objective(): Objective {
    return this.tree.root.look.objective;
  }

  /** The current line, for a link. */
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

  /** The current line, for the formats. */
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

  /** Updates the signals for another position, and analyses it. */
  private positionChanged(): void {
    this.changes.value++;
    this.report.value = null;
    this.error.value = null;
    if (this.isReviewing.value) return;
    this.cancel();
    const { position, objective, score } = this.tree.current.look;
    if (!this.isActive || !this.isAnalysing.value || score !== null) return;
    const task = { ask: "analyse", position, objective, lines: this.lines.value, within: {} } as const;
    this.running = this.thinker.think(task, (event) => {
      if (event.tell === "report") this.report.value = event;
      if (event.tell === "failed") this.error.value = event.problem;
    });
  }

  private cancel(): void {
    this.running?.cancel();
    this.running = null;
    this.isReviewing.value = false;
  }

  private reset(): void {
    this.cancel();
    this.report.value = null;
    this.error.value = null;
    this.moveReviews.value = new Map();
    this.summary.value = null;
    this.reviewError.value = null;
    this.reviewedLine.value = [];
  }
}

/** Whether the last move was not a pass. */
function isMove({ move }: Node): boolean {
  return move !== null && move !== "pass";
}

/** Plays a pass if it is forced. */
function passIfForced(tree: Tree): void {
  const { look } = tree.current;
  if (look.must_pass) tree.play("pass", rules.play(look, "pass"));
}

function movesOf(line: readonly Node[]): string[] {
  return line.flatMap(({ move }) => move ?? []);
}
