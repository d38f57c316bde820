// The bad moves of a reviewed game: the player tries each again, until a better move is found.

import { computed, signal } from "@preact/signals";

import type { MoveReview, Study } from "../analyse/study";
import { sideOf } from "../game/side";
import { moveNumber, type Node } from "../game/tree";
import type { Thinker, RunningTask } from "../wane/thinker";
import type { LineText } from "../wane/messages";
import type { PageProblem } from "../wane/problem";

/** The smallest loss of a bad move, in discs. */
const BAD_LOSS = 1.5;

/** The largest loss of a good answer, in discs. */
const GOOD_LOSS = 0.5;

/** Thinking time for a position. */
const ANALYSIS_MS = 1500;

export interface Mistake {
  /** The position before the move. */
  before: Node;
  review: MoveReview;
}

/** The result of a move that was tried. */
export type TryResult = { kind: "good" } | { kind: "same" } | { kind: "worse"; loss: number };

export class Mistakes {
  readonly list: readonly Mistake[];
  readonly at = signal(0);
  readonly tried = signal<string | null>(null);
  readonly isShown = signal(false);
  /** The scores of all moves, the best first; empty until the engine has reported. */
  readonly lines = signal<readonly LineText[]>([]);
  /** Why the analysis failed. */
  readonly error = signal<PageProblem | null>(null);
  private running: RunningTask | null = null;

  /** The current mistake; null after the last one. */
  readonly current = computed<Mistake | null>(() => this.list[this.at.value] ?? null);

  readonly result = computed<TryResult | null>(() => {
    const [mistake, tried, best] = [this.current.value, this.tried.value, this.lines.value[0]];
    if (mistake === null || tried === null || best === undefined) return null;
    if (tried === mistake.review.details.played) return { kind: "same" };
    const line = this.lines.value.find((it) => it.move === tried);
    if (line === undefined) return null;
    const loss = best.score - line.score;
    return loss <= GOOD_LOSS ? { kind: "good" } : { kind: "worse", loss };
  });

  constructor(
    study: Study,
    private readonly engine: Thinker,
  ) {
    this.list = mistakesOf(study);
  }

  /** Tries a move instead of the bad one. */
  try(square: string): void {
    this.tried.value = square;
  }

  show(): void {
    this.isShown.value = true;
  }

  next(): void {
    this.at.value++;
    this.analyse();
  }

  /** Analyses all moves of the current position, so that any answer has a result. */
  analyse(): void {
    this.cancel();
    this.lines.value = [];
    this.error.value = null;
    this.tried.value = null;
    this.isShown.value = false;
    const mistake = this.current.value;
    if (mistake === null) return;
    const { position, objective } = mistake.before.look;
    const task = { ask: "analyse", position, objective, lines: 64, within: { ms: ANALYSIS_MS } } as const;
    this.running = this.engine.think(task, (event) => {
      if (event.tell === "report") this.lines.value = event.lines;
      if (event.tell === "failed") this.error.value = event.problem;
    });
  }

  cancel(): void {
    this.running?.cancel();
    this.running = null;
  }
}

function mistakesOf(study: Study): Mistake[] {
  const side = study.learner.value;
  return study.reviewedLine.value.flatMap((node) => {
    if (node.parent === null || node.move === null || node.move === "pass") return [];
    const review = study.moveReviews.value.get(moveNumber(node));
    const isOpponents = side !== null && sideOf(node.parent.look) !== side;
    if (review === undefined || isOpponents || review.details.loss < BAD_LOSS) return [];
    return [{ before: node.parent, review }];
  });
}
