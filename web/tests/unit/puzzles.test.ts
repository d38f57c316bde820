import { readFileSync } from "node:fs";

import { beforeAll, expect, test } from "vitest";

import { filtered, type Results, streakOf, type UnderWay } from "../../src/learn/puzzle-results";
import { dayAfter, dayOf, type Puzzle, puzzleOfDay, readPuzzles } from "../../src/learn/puzzle-set";
import { PuzzleTry } from "../../src/learn/puzzle-try";
import type { LineText } from "../../src/wane/messages";
import { ScriptedThinker } from "./thinker";
import { initialize, think } from "./wane";

beforeAll(initialize);

const file: unknown = JSON.parse(readFileSync(new URL("../../src/learn/puzzles.json", import.meta.url), "utf8"));
const PUZZLES = readPuzzles(file);

test("there are 1,000 puzzles with different names and positions", () => {
  expect(PUZZLES).toHaveLength(1000);
  expect(new Set(PUZZLES.map((it) => it.id)).size).toBe(1000);
  expect(new Set(PUZZLES.map((it) => it.position)).size).toBe(1000);
});

test("each puzzle has its day before one comes again", () => {
  const days = PUZZLES.map((_, index) => dayAfter("2026-11-17", index));
  expect(new Set(days.map((day) => puzzleOfDay(PUZZLES, day)?.id)).size).toBe(PUZZLES.length);
  expect(puzzleOfDay(PUZZLES, "2026-11-17")).toBe(puzzleOfDay(PUZZLES, "2026-11-17"));
  expect(puzzleOfDay([], "2026-11-17")).toBeNull();
});

test("a day is that of the visitor's calendar, and days follow each other over months and years", () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
});

test("a streak ends with a day that was left out or not solved", () => {
  const results = (...days: [string, number | null][]): Results => ({
    done: {},
    days: Object.fromEntries(days.map(([day, wrong]) => [day, { wrong }])),
  });
  const three = results(["2026-11-15", 0], ["2026-11-16", 2], ["2026-11-17", 0]);
  expect(streakOf(three, "2026-11-17")).toBe(3);
  expect(streakOf(three, "2026-11-18")).toBe(3);
  expect(streakOf(three, "2026-11-19")).toBe(0);
  expect(streakOf(results(["2026-11-15", 0], ["2026-11-16", null], ["2026-11-17", 0]), "2026-11-17")).toBe(1);
  expect(streakOf(results(), "2026-11-17")).toBe(0);
});

test("a third of the puzzles is easy, a third medium, a third hard", () => {
  const bands = (["easy", "medium", "hard"] as const).map((difficulty) => filtered(PUZZLES, { kind: "all", difficulty }));
  expect(bands.flat()).toHaveLength(PUZZLES.length);
  const hardest = Math.max(...(bands[0] ?? []).map((it) => it.difficulty));
  expect(Math.min(...(bands[2] ?? []).map((it) => it.difficulty))).toBeGreaterThan(hardest);
  expect(filtered(PUZZLES, { kind: "quiet", difficulty: "all" }).every((it) => it.kind === "quiet")).toBe(true);
});

/** The scores of all moves, by the engine. */
function solve(position: string): LineText[] {
  const events = think({ ask: "analyse", position, objective: "fewest", lines: 64, within: {} });
  return events.flatMap((event) => (event.tell === "report" ? [event.lines] : [])).at(-1) ?? [];
}

/** A try whose engine answers when `answer` is called. */
function begin(puzzle: Puzzle, kept: UnderWay | null = null) {
  const thinker = new ScriptedThinker();
  const all: UnderWay[] = [];
  const attempt = new PuzzleTry(puzzle, thinker, kept, (now) => all.push(now));
  const answer = async () => {
    const { task, send, end } = thinker.last;
    if (task.ask !== "analyse") throw new Error("another task");
    send({ tell: "report", lines: solve(task.position) } as Parameters<typeof send>[0]);
    await end();
  };
  return { attempt, all, answer };
}

function example(kind: Puzzle["kind"]): Puzzle {
  const found = PUZZLES.find((it) => it.kind === kind);
  if (found === undefined) throw new Error(`there is no puzzle of the kind ${kind}`);
  return found;
}

test.each(["win", "quiet", "small"] as const)("a puzzle of the kind %s is solved with its move", async (kind) => {
  const puzzle = example(kind);
  const { attempt, all, answer } = begin(puzzle);
  await answer();
  const other = attempt.look.value.moves.find((it) => it.square !== puzzle.solution)?.square ?? "";
  attempt.try(other);
  expect(attempt.wrong.value).toBe(1);
  expect(attempt.result.value).toBeNull();
  attempt.try(puzzle.solution);
  expect(attempt.result.value).toEqual({ wrong: 1 });
  expect(all.at(-1)).toEqual({ id: puzzle.id, moves: [puzzle.solution], wrong: 1, isShown: false });
});

test("a move that comes before the scores waits for them", async () => {
  const puzzle = example("win");
  const { attempt, answer } = begin(puzzle);
  attempt.try(puzzle.solution);
  expect(attempt.isSolved.value).toBe(false);
  await answer();
  expect(attempt.result.value).toEqual({ wrong: 0 });
});

test("a shown answer does not count as solved", async () => {
  const puzzle = example("win");
  const { attempt, answer } = begin(puzzle);
  await answer();
  attempt.show();
  attempt.try(puzzle.solution);
  expect(attempt.result.value).toEqual({ wrong: null });
});

test("a puzzle is played out to the end, and continues where it was left", async () => {
  const puzzle = example("hold");
  const first = begin(puzzle);
  await first.answer();
  first.attempt.try(puzzle.solution);
  expect(first.attempt.isSolved.value).toBe(false);
  const { attempt, answer } = begin(puzzle, first.all.at(-1) ?? null);
  expect(attempt.look.value.position).toBe(first.attempt.look.value.position);
  for (let turn = 0; turn < 12 && !attempt.isSolved.value; turn++) {
    await answer();
    attempt.try(attempt.lines.value?.[0]?.move ?? "");
  }
  expect(attempt.result.value).toEqual({ wrong: 0 });
  expect(attempt.look.value.score).not.toBeNull();
});

test("moves that were kept and are not legal are forgotten", () => {
  const puzzle = example("hold");
  const { attempt } = begin(puzzle, { id: puzzle.id, moves: ["a1", "a1"], wrong: 1, isShown: false });
  expect(attempt.look.value.position).toBe(puzzle.position);
  expect(attempt.wrong.value).toBe(1);
});
