import { beforeAll, expect, test } from "vitest";

import type { ReportText, Task } from "../../src/wane/messages";
import { mergeReports, splitTask } from "../../src/wane/split";
import { initialize, think } from "./wane";

const START = "---------------------------OX------XO--------------------------- X";

beforeAll(() => initialize());

/** The position after f5 d6 c3 d3 c4, which has six moves and no symmetry. */
const AFTER_FIVE = "------------------XO------XXX------OXX-----O-------------------- O";

const movesOf = (parts: ReturnType<typeof splitTask>) => parts.tasks.map((it) => (it.ask === "analyse" ? it.only : null));

test("an analysis of every move is split, each move once", () => {
  const task = { ask: "analyse", position: AFTER_FIVE, objective: "fewest", lines: 64, within: {} } as const;
  const parts = movesOf(splitTask(task, 3));
  expect(parts).toHaveLength(3);
  const all = movesOf(splitTask(task, 9)).flat();
  expect(parts.flat().sort()).toEqual(all.sort());
  expect(new Set(all).size).toBe(all.length);
});

test("symmetric moves stay in one part and have the same score", () => {
  const task = { ask: "analyse", position: START, objective: "fewest", lines: 64, within: { depth: 5 } } as const;
  expect(splitTask(task, 4).tasks).toHaveLength(1);
  const report = think(task).flatMap((event) => (event.tell === "report" ? [event] : [])).at(-1);
  expect(report?.lines).toHaveLength(4);
  expect(new Set(report?.lines.map(({ score }) => score)).size).toBe(1);
});

test("other tasks are not split", () => {
  const analysis = { ask: "analyse", position: START, objective: "fewest", within: {} } as const;
  expect(splitTask({ ...analysis, lines: 64 }, 1).tasks).toHaveLength(1);
  expect(splitTask({ ...analysis, lines: 1 }, 4).tasks).toHaveLength(1);
  expect(splitTask({ ask: "puzzle", size: 4, objective: "fewest", empties: 6, seed: 1 }, 4).tasks).toHaveLength(1);
});

type Certainty = "heuristic" | "wld" | "exact";

function report(depth: number, lines: [string, number][], certainty: Certainty = "heuristic"): ReportText {
  const [exact, wld] = [certainty === "exact", certainty !== "heuristic"];
  const texts = lines.map(([move, score]) => ({ move, score, exact, wld, pv: [move] }));
  return { depth, selectivity: 0, lines: texts, nodes: depth, seconds: depth };
}

const scores = (whole: ReportText | null) => whole?.lines.map(({ move, score }) => [move, score]);

test("moves are compared at the depth that all workers have reached", () => {
  const one = [report(1, [["a1", 3]]), report(2, [["a1", 5]])];
  expect(mergeReports([one, []])).toBeNull();
  const whole = mergeReports([one, [report(1, [["b1", 4]])]]);
  expect(whole?.depth).toBe(1);
  expect(whole?.nodes).toBe(3);
  expect(scores(whole)).toEqual([["b1", 4], ["a1", 3]]);
});

test("outcomes count when they are proved for all moves, exact scores at once", () => {
  const heuristic = [report(6, [["b1", 4]])];
  const outcome = [report(6, [["a1", 3]]), report(20, [["a1", 1]], "wld")];
  expect(scores(mergeReports([outcome, heuristic]))).toEqual([["b1", 4], ["a1", 3]]);
  const both = mergeReports([outcome, [...heuristic, report(20, [["b1", -1]], "wld")]]);
  expect(scores(both)).toEqual([["a1", 1], ["b1", -1]]);
  const exact = [...outcome, report(20, [["a1", 12]], "exact")];
  expect(scores(mergeReports([exact, heuristic]))).toEqual([["a1", 12], ["b1", 4]]);
});

test("the merged parts have the same scores as one search", () => {
  const task = { ask: "analyse", position: "XXXOXOOX-OOO---- X", objective: "fewest", lines: 64, within: {} } as const;
  const reportsOf = (it: Parameters<typeof think>[0]) => think(it).flatMap((event) => (event.tell === "report" ? [event] : []));
  const alone = reportsOf(task).at(-1);
  const parts = splitTask(task, 2).tasks;
  expect(parts).toHaveLength(2);
  const together = mergeReports(parts.map(reportsOf));
  const sorted = (whole: ReportText | null | undefined) => whole?.lines.map(({ move, score }) => `${move} ${score}`).sort();
  expect(sorted(together)).toEqual(sorted(alone));
  expect(together?.lines.every(({ exact }) => exact)).toBe(true);
});

// It takes 3 s on a machine that has nothing else to do.
test("a review is split into its moves, and its summary comes last", { timeout: 60_000 }, () => {
  const review: Task = { ask: "review", game: { format: "wane-game", v: 1, moves: ["f5", "d6", "c3", "d3", "c4"] } };
  const { tasks, collect } = splitTask(review, 2);
  expect(tasks).toHaveLength(5);
  const told: string[] = [];
  const collector = collect((event) => told.push(JSON.stringify(event)));
  // The last move first: workers are not equally fast.
  for (const [job, task] of [...tasks.entries()].reverse()) for (const event of think(task)) collector.add(job, event);
  collector.end();
  const alone = think(review).map((event) => JSON.stringify(event));
  expect(told.toSorted()).toEqual(alone.toSorted());
  expect(told.at(-1)).toBe(alone.at(-1));
});
