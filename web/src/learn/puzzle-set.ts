// The puzzles of the page: `cargo xtask puzzles` makes them, and proves that one move wins each.

import { isRecord, oneOf } from "../store/stored";
import { fetchFile, once } from "../wane/once";

export const KINDS = ["win", "quiet", "hold", "small"] as const;

export type Kind = (typeof KINDS)[number];

export interface Puzzle {
  id: string;
  kind: Kind;
  position: string;
  /** The only move that wins. */
  solution: string;
  /** The rating of a player who solves half of such puzzles. */
  difficulty: number;
}

const FILE = new URL("./puzzles.json", import.meta.url);

/** All puzzles. */
export const loadPuzzles = once(async () => readPuzzles(await (await fetchFile(FILE)).json()));

/** The puzzles of the file. */
export function readPuzzles(value: unknown): readonly Puzzle[] {
  const list: unknown = isRecord(value) ? value["puzzles"] : null;
  return Array.isArray(list) ? list.filter(isPuzzle) : [];
}

const isKind = oneOf(KINDS);

function isPuzzle(value: unknown): value is Puzzle {
  if (!isRecord(value)) return false;
  const { id, kind, position, solution, difficulty } = value;
  const texts = [id, position, solution];
  return texts.every((it) => typeof it === "string") && isKind(kind) && typeof difficulty === "number";
}

/** A day in the calendar of the visitor, such as 2026-11-17. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day before or after a day. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/** The puzzle of a day: the same for everyone, and none twice before all had their day. */
export function puzzleOfDay(puzzles: readonly Puzzle[], day: string): Puzzle | null {
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  // A step that has no divisor in common with the number of puzzles goes through all of them.
  return puzzles[(number * stepThrough(puzzles.length)) % puzzles.length] ?? null;
}

function stepThrough(count: number): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  let step = Math.max(1, Math.floor(count * 0.618));
  while (divisor(step, count) > 1) step++;
  return step;
}
