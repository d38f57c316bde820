import { expect, test } from "vitest";

import { flipsBetween, marksOf, scoreText, signed } from "../../src/view/marks";
import type { LineText } from "../../src/wane/messages";
import { choice, look } from "./look";

function line(move: string, score: number, exact = false): LineText {
  return { move, score, exact, wld: exact, pv: [move] };
}

test("the best move has badness 0, and other moves more, the more they lose", () => {
  const marks = marksOf([line("a1", 3), line("b1", 2), line("c1", -20)]);
  const badness = [...marks.values()].map((it) => it.badness);
  expect(badness[0]).toBe(0);
  expect(badness[1]).toBeGreaterThan(0);
  expect(badness[1]).toBeLessThan(1);
  expect(badness[2]).toBe(1);
});

test("proved scores are whole numbers and marked", () => {
  const mark = marksOf([line("a1", -6, true)]).get("a1");
  expect(mark).toMatchObject({ text: "−6", isExact: true });
  expect(scoreText(line("a1", -6, true))).toBe("−6 =");
});

test("heuristic scores have one decimal if it fits", () => {
  const marks = marksOf([line("a1", 12.34), line("b1", 1.26)]);
  expect(marks.get("a1")?.text).toBe("+12");
  expect(marks.get("b1")?.text).toBe("+1.3");
});

test("a pass has no mark", () => {
  expect(marksOf([line("pass", 1)]).size).toBe(0);
  expect(marksOf([]).size).toBe(0);
});

test.each([
  [0, 0, "0"],
  [2, 0, "+2"],
  [-2, 1, "−2.0"],
  [-0.04, 1, "0.0"],
])("%d with %d decimals is %s", (number, decimals, text) => {
  expect(signed(number, decimals)).toBe(text);
});

test("the flipped discs are those of the last move", () => {
  const start = look("start", { moves: [choice("f5", ["e5"])] });
  const root = { id: 0, move: null, look: start, parent: null, children: [] };
  expect(flipsBetween(root)).toEqual([]);
  expect(flipsBetween({ ...root, id: 1, move: "f5", parent: root })).toEqual(["e5"]);
});
