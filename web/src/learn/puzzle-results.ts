// What the visitor did with puzzles: which are solved, the puzzles of the days, and the one that is under way. It is
// stored with every move, so that a closed tab loses nothing.

import { isRecord, oneOf, stored } from "../store/stored";
import { dayAfter, KINDS, type Puzzle } from "./puzzle-set";

/** How a puzzle ended: the number of wrong moves before the right one, or null if the answer was shown. */
export type Result = { wrong: number | null };

export interface UnderWay {
  id: string;
  /** The moves that were right so far, with the replies and passes. */
  moves: string[];
  wrong: number;
  isShown: boolean;
}

export interface Results {
  /** By the id of the puzzle. */
  done: Record<string, Result>;
  /** The daily puzzles that are solved, by the day. */
  days: Record<string, Result>;
}

export const storedResults = stored<Results>("wane.puzzles", { done: {}, days: {} }, isResults);

/** The puzzles that are under way, of the day and of the trainer. */
export const storedUnderWay = {
  daily: stored<UnderWay | null>("wane.daily", null, isUnderWay),
  trainer: stored<UnderWay | null>("wane.trainer", null, isUnderWay),
};

export const DIFFICULTIES = ["all", "easy", "medium", "hard"] as const;

export type Difficulty = (typeof DIFFICULTIES)[number];

export interface Filter {
  kind: (typeof KINDS)[number] | "all";
  difficulty: Difficulty;
}

const isFilterKind = oneOf(["all", ...KINDS] as const);
const isDifficulty = oneOf(DIFFICULTIES);

export const storedFilter = stored<Filter>(
  "wane.puzzle-filter",
  { kind: "all", difficulty: "all" },
  (value): value is Filter => isRecord(value) && isFilterKind(value["kind"]) && isDifficulty(value["difficulty"]),
);

/** The puzzles of a filter; a third of all is easy, a third medium, a third hard. */
export function filtered(puzzles: readonly Puzzle[], { kind, difficulty }: Filter): readonly Puzzle[] {
  const sorted = puzzles.map((it) => it.difficulty).sort((one, other) => one - other);
  const [first = 0, second = 0] = [sorted[Math.floor(sorted.length / 3)], sorted[Math.floor((2 * sorted.length) / 3)]];
  const bandOf = (it: Puzzle): Difficulty => (it.difficulty < first ? "easy" : it.difficulty < second ? "medium" : "hard");
  return puzzles.filter(
    (it) => (kind === "all" || it.kind === kind) && (difficulty === "all" || bandOf(it) === difficulty),
  );
}

/** How many days in a row the daily puzzle was solved, up to today or, if today's is still open, yesterday. */
export function streakOf({ days }: Results, today: string): number {
  const isSolved = (day: string) => days[day] !== undefined && days[day].wrong !== null;
  let streak = 0;
  let day = isSolved(today) ? today : dayAfter(today, -1);
  for (; isSolved(day); day = dayAfter(day, -1)) streak++;
  return streak;
}

function isResults(value: unknown): value is Results {
  return isRecord(value) && isResultMap(value["done"]) && isResultMap(value["days"]);
}

function isResultMap(value: unknown): value is Record<string, Result> {
  const isResult = (it: unknown) => isRecord(it) && (it["wrong"] === null || typeof it["wrong"] === "number");
  return isRecord(value) && Object.values(value).every(isResult);
}

function isUnderWay(value: unknown): value is UnderWay {
  if (!isRecord(value)) return false;
  const { id, moves, wrong, isShown } = value;
  return (
    typeof id === "string" &&
    Array.isArray(moves) &&
    moves.every((it) => typeof it === "string") &&
    typeof wrong === "number" &&
    typeof isShown === "boolean"
  );
}
