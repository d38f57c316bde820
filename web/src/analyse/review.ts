// The review of a game: what each move has lost. The same game always gets the same review, on every device.

import { computed, signal } from "@preact/signals";

import { moveNumber, type Node } from "../game/tree";
import type { GameText, MoveReviewText, Summary } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import type { RunningTask, Thinker } from "../wane/thinker";

/** The review of one move. */
export interface MoveReview {
  details: MoveReviewText;
  /** The score of the position before the move, for Black. */
  blackScore: number;
}

export class Review {
  private running: RunningTask | null = null;

  /** By the number of the move. */
  readonly moves = signal<ReadonlyMap<number, MoveReview>>(new Map());
  /** Null until all moves are reviewed. */
  readonly summary = signal<Summary | null>(null);
  readonly isRunning = signal(false);
  readonly error = signal<PageProblem | null>(null);
  /** The nodes of the line that was reviewed, with the first position. */
  readonly line = signal<readonly Node[]>([]);
  /** The number of its moves, without passes. */
  readonly moveCount = computed(() => this.line.value.filter(isMove).length);

  /** The reviews of the moves, by the id of the node after the move. */
  readonly byNode = computed<ReadonlyMap<number, MoveReviewText>>(() => {
    const found = new Map<number, MoveReviewText>();
    for (const node of this.line.value.filter(isMove)) {
      const review = this.moves.value.get(moveNumber(node));
      if (review !== undefined) found.set(node.id, review.details);
    }
    return found;
  });

  /** The moves that were not good, in the order of the game. */
  readonly faults = computed<MoveReviewText[]>(() => {
    const all = [...this.moves.value.values()].map(({ details }) => details);
    return all.filter(({ severity }) => severity !== "good").sort((one, other) => one.number - other.number);
  });

  /** Reviews the moves of a line, which is the line of the game. */
  start(line: readonly Node[], game: GameText, thinker: Thinker, onEnd: () => void): void {
    this.clear();
    this.isRunning.value = true;
    this.line.value = line;
    const running = thinker.think({ ask: "review", game }, (event) => {
      if (event.tell === "move_review") this.add(event);
      else if (event.tell === "summary") this.summary.value = event;
      else if (event.tell === "failed") this.error.value = event.problem;
    });
    this.running = running;
    void running.done.then(() => {
      if (this.running !== running) return;
      this.running = null;
      this.isRunning.value = false;
      onEnd();
    });
  }

  /** Shows a review that was kept. */
  restore(line: readonly Node[], moves: readonly MoveReviewText[], summary: Summary): void {
    this.clear();
    this.line.value = line;
    moves.forEach((it) => this.add(it));
    this.summary.value = summary;
  }

  /** The node of the line after a number of moves, and after the pass that may follow. */
  nodeAfter(moves: number): Node | undefined {
    return this.line.value.findLast((node) => moveNumber(node) === moves);
  }

  cancel(): void {
    this.running?.cancel();
    this.running = null;
    this.isRunning.value = false;
  }

  clear(): void {
    this.cancel();
    this.moves.value = new Map();
    this.summary.value = null;
    this.error.value = null;
    this.line.value = [];
  }

  private add(details: MoveReviewText): void {
    const blackScore = details.side === "black" ? details.score : -details.score;
    this.moves.value = new Map(this.moves.value).set(details.number, { details, blackScore });
  }
}

/** Whether the last move was not a pass. */
export function isMove({ move }: Node): boolean {
  return move !== null && move !== "pass";
}
