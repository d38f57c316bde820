// The bad moves of a reviewed game: the player tries each again, until a better move is found. The review knows the
// value of every move, so that each answer gets its verdict at once, and the same as in the review.

import { computed, signal } from "@preact/signals";

import type { MoveReview } from "../analyse/review";
import type { Study } from "../analyse/study";
import { sideOf } from "../game/side";
import { moveNumber, type Node } from "../game/tree";
import type { ScoredMove } from "../view/marks";

/** A move that loses this many discs is a mistake. */
export const MISTAKE = 2;

export interface Mistake {
  /** The position before the move. */
  before: Node;
  review: MoveReview;
}

/** The result of a move that was tried. */
export type TryResult = { kind: "good"; loss: number } | { kind: "same" } | { kind: "worse"; loss: number };

export class Mistakes {
  readonly list: readonly Mistake[];
  readonly at = signal(0);
  readonly tried = signal<string | null>(null);
  readonly isShown = signal(false);

  /** The current mistake; null after the last one. */
  readonly current = computed<Mistake | null>(() => this.list[this.at.value] ?? null);

  /** The scores of all moves, the best first. */
  readonly moves = computed<readonly ScoredMove[]>(() => {
    const details = this.current.value?.review.details;
    return details?.values.map((it) => ({ ...it, exact: details.exact })) ?? [];
  });

  readonly result = computed<TryResult | null>(() => {
    const [mistake, tried, best] = [this.current.value, this.tried.value, this.moves.value[0]];
    if (mistake === null || tried === null || best === undefined) return null;
    if (tried === mistake.review.details.played) return { kind: "same" };
    const move = this.moves.value.find((it) => it.move === tried);
    if (move === undefined) return null;
    const loss = best.score - move.score;
    return loss < MISTAKE ? { kind: "good", loss } : { kind: "worse", loss };
  });

  constructor(study: Study) {
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
    this.tried.value = null;
    this.isShown.value = false;
  }
}

function mistakesOf({ review, learner }: Study): Mistake[] {
  const side = learner.value;
  return review.line.value.flatMap((node) => {
    if (node.parent === null || node.move === null || node.move === "pass") return [];
    const found = review.moves.value.get(moveNumber(node));
    const isOpponents = side !== null && sideOf(node.parent.look) !== side;
    if (found === undefined || isOpponents || found.details.loss < MISTAKE) return [];
    return [{ before: node.parent, review: found }];
  });
}
