// What a player's moves have in common: what they lose in each phase, and habits that cost discs. All figures are from
// reviews of the player's own games.

import type { MoveReviewText } from "../wane/messages";

/** The phases of a game, by the empty squares before a move. Reviews solve the last one. */
export const PHASES = ["opening", "middle", "end"] as const;

export type Phase = (typeof PHASES)[number];

/** Kinds of moves that are habits. A move has at most one place and may turn over many discs as well. */
export const HABITS = ["corner", "x-square", "c-square", "edge", "many-flips"] as const;

export type Habit = (typeof HABITS)[number];

/** A move of the player, with its review. */
export interface OwnMove {
  review: MoveReviewText;
  /** The board has this many rows and columns. */
  size: number;
  /** The empty squares before the move. */
  empties: number;
  /** The discs that it turned over. */
  flips: number;
}

export interface Losses {
  moves: number;
  /** The mean loss of a move, in discs. */
  loss: number;
}

export interface HabitLosses extends Losses {
  habit: Habit;
  /** How often it happens in a game. */
  perGame: number;
}

/** A habit is shown from this many moves on: fewer say nothing. */
export const LEAST_MOVES = 10;

/** This many discs are many. */
const MANY_FLIPS = 6;

/** The empty squares up to which the middle game and the end last, for boards of 64 squares. */
const [MIDDLE, END] = [44, 18];

export function phaseOf({ empties, size }: Pick<OwnMove, "empties" | "size">): Phase {
  if (empties <= END) return "end";
  return empties * 64 <= MIDDLE * size * size ? "middle" : "opening";
}

export function isHabit(habit: Habit, { review, size, flips }: OwnMove): boolean {
  return habit === "many-flips" ? flips >= MANY_FLIPS : placeOf(review.played, size) === habit;
}

/** What the moves of each phase lose; phases without a move are left out. */
export function lossByPhase(moves: readonly OwnMove[]): Map<Phase, Losses> {
  const found = new Map<Phase, Losses>();
  for (const phase of PHASES) {
    const its = moves.filter((it) => phaseOf(it) === phase);
    if (its.length > 0) found.set(phase, lossesOf(its));
  }
  return found;
}

/** The habits that happen often enough, the most expensive first. */
export function habitsOf(moves: readonly OwnMove[], games: number): HabitLosses[] {
  const all = HABITS.map((habit) => {
    const its = moves.filter((it) => isHabit(habit, it));
    return { habit, ...lossesOf(its), perGame: its.length / Math.max(1, games) };
  });
  return all.filter((it) => it.moves >= LEAST_MOVES).sort((one, other) => other.loss - one.loss);
}

export function lossesOf(moves: readonly OwnMove[]): Losses {
  const sum = moves.reduce((total, { review }) => total + review.loss, 0);
  return { moves: moves.length, loss: sum / Math.max(1, moves.length) };
}

/** The place of a square: a corner, next to one on the diagonal or on the edge, elsewhere on the edge; null inside. */
function placeOf(square: string, size: number): Habit | null {
  const [column, row] = [square.charCodeAt(0) - "a".charCodeAt(0), Number(square.slice(1)) - 1];
  // 0 at the edge, 1 next to it.
  const [x, y] = [Math.min(column, size - 1 - column), Math.min(row, size - 1 - row)];
  if (x === 0 && y === 0) return "corner";
  if (x === 1 && y === 1) return "x-square";
  if (x + y === 1) return "c-square";
  return x === 0 || y === 0 ? "edge" : null;
}
