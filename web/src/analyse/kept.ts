// A study as it is kept.

import type { Names } from "../game/game-text";
import type { Side } from "../game/side";
import type { ListedNode } from "../game/tree";
import { type Entry, Shelf } from "../store/database";
import { isRecord } from "../store/stored";
import type { MoveReviewText, Objective, Summary } from "../wane/messages";

/** The review of a line as it is kept. */
export interface KeptReview {
  /** The last node of the line, as an index of the list from 1. */
  end: number;
  moves: MoveReviewText[];
  summary: Summary;
}

export interface KeptStudy extends Entry {
  /** When it began, in milliseconds since 1970. */
  created: number;
  objective: Objective;
  /** The first position. */
  start: string;
  nodes: ListedNode[];
  /** The current position, as an index of the list from 1; 0 for the first position. */
  at: number;
  names: Names;
  /** The side whose mistakes are shown; null for both sides. */
  learner: Side | null;
  /** The game that it is about; null if it was not played here. */
  game: string | null;
  review: KeptReview | null;
}

/** The studies of this browser. */
export const studies = new Shelf<KeptStudy>("studies", isKeptStudy);

/** Checks the types only, not whether the moves are legal. */
export function isKeptStudy(value: unknown): value is KeptStudy {
  if (!isRecord(value)) return false;
  const { id, created, changed, objective, start, nodes, at, names, learner, game, review } = value;
  return (
    typeof id === "string" &&
    typeof created === "number" &&
    typeof changed === "number" &&
    (objective === "fewest" || objective === "most") &&
    typeof start === "string" &&
    Array.isArray(nodes) &&
    nodes.every(isListedNode) &&
    typeof at === "number" &&
    isRecord(names) &&
    typeof names["black"] === "string" &&
    typeof names["white"] === "string" &&
    (learner === null || learner === "X" || learner === "O") &&
    (game === null || typeof game === "string") &&
    (review === null || isKeptReview(review))
  );
}

function isListedNode(value: unknown): value is ListedNode {
  if (!isRecord(value)) return false;
  const { parent, move, comment } = value;
  return typeof parent === "number" && typeof move === "string" && typeof comment === "string";
}

function isKeptReview(value: unknown): value is KeptReview {
  if (!isRecord(value)) return false;
  const { end, moves, summary } = value;
  return typeof end === "number" && Array.isArray(moves) && moves.every(isRecord) && isRecord(summary);
}
