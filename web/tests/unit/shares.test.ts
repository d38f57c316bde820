import { beforeAll, expect, test } from "vitest";

import type { ReportText } from "../../src/wane/messages";
import { merged, sharesOf } from "../../src/wane/shares";
import { begin, think } from "./wane";

const START = "---------------------------OX------XO--------------------------- X";

beforeAll(() => begin());

/** The position after f5 d6 c3 d3 c4, which has six moves and no symmetry. */
const AFTER_FIVE = "------------------XO------XXX------OXX-----O-------------------- O";

const onlyOf = (shares: ReturnType<typeof sharesOf>) => shares.map((it) => (it.ask === "analyse" ? it.only : null));

test("an analysis of every move is shared, each move once", () => {
  const task = { ask: "analyse", position: AFTER_FIVE, objective: "fewest", lines: 64, within: {} } as const;
  const shares = onlyOf(sharesOf(task, 3));
  expect(shares).toHaveLength(3);
  const all = onlyOf(sharesOf(task, 9)).flat();
  expect(shares.flat().sort()).toEqual(all.sort());
  expect(new Set(all).size).toBe(all.length);
});

test("symmetric moves are left to one worker and have one value", () => {
  const task = { ask: "analyse", position: START, objective: "fewest", lines: 64, within: { depth: 5 } } as const;
  expect(sharesOf(task, 4)).toHaveLength(1);
  const report = think(task).flatMap((event) => (event.tell === "report" ? [event] : [])).at(-1);
  expect(report?.lines).toHaveLength(4);
  expect(new Set(report?.lines.map(({ score }) => score)).size).toBe(1);
});

test("what cannot be shared is left to one", () => {
  const analysis = { ask: "analyse", position: START, objective: "fewest", within: {} } as const;
  expect(sharesOf({ ...analysis, lines: 64 }, 1)).toHaveLength(1);
  expect(sharesOf({ ...analysis, lines: 1 }, 4)).toHaveLength(1);
  expect(sharesOf({ ask: "puzzle", size: 4, objective: "fewest", empties: 6, seed: 1 }, 4)).toHaveLength(1);
});

function report(depth: number, lines: [string, number][], certainty: "judged" | "wld" | "exact" = "judged"): ReportText {
  const [exact, wld] = [certainty === "exact", certainty !== "judged"];
  const texts = lines.map(([move, score]) => ({ move, score, exact, wld, pv: [move] }));
  return { depth, selectivity: 0, lines: texts, nodes: depth, seconds: depth };
}

const scores = (whole: ReportText | null) => whole?.lines.map(({ move, score }) => [move, score]);

test("moves are compared at the depth that all have reached", () => {
  const one = [report(1, [["a1", 3]]), report(2, [["a1", 5]])];
  expect(merged([one, []])).toBeNull();
  const whole = merged([one, [report(1, [["b1", 4]])]]);
  expect(whole?.depth).toBe(1);
  expect(whole?.nodes).toBe(3);
  expect(scores(whole)).toEqual([["b1", 4], ["a1", 3]]);
});

test("who wins counts when it is known of all moves, and what is exact counts at once", () => {
  const judged = [report(6, [["b1", 4]])];
  const outcome = [report(6, [["a1", 3]]), report(20, [["a1", 1]], "wld")];
  expect(scores(merged([outcome, judged]))).toEqual([["b1", 4], ["a1", 3]]);
  expect(scores(merged([outcome, [...judged, report(20, [["b1", -1]], "wld")]]))).toEqual([["a1", 1], ["b1", -1]]);
  const exact = [...outcome, report(20, [["a1", 12]], "exact")];
  expect(scores(merged([exact, judged]))).toEqual([["a1", 12], ["b1", 4]]);
});

test("together the shares find what one finds alone", () => {
  const task = { ask: "analyse", position: "XXXOXOOX-OOO---- X", objective: "fewest", lines: 64, within: {} } as const;
  const reportsOf = (it: Parameters<typeof think>[0]) => think(it).flatMap((event) => (event.tell === "report" ? [event] : []));
  const alone = reportsOf(task).at(-1);
  const shares = sharesOf(task, 2);
  expect(shares).toHaveLength(2);
  const together = merged(shares.map(reportsOf));
  const sorted = (whole: ReportText | null | undefined) => whole?.lines.map(({ move, score }) => `${move} ${score}`).sort();
  expect(sorted(together)).toEqual(sorted(alone));
  expect(together?.lines.every(({ exact }) => exact)).toBe(true);
});
