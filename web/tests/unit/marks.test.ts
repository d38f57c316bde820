import { expect, test } from "vitest";

import { flipsBetween, forBlack, marksOf, scoreText, signed } from "../../src/view/marks";
import type { LineText } from "../../src/wane/messages";
import { choice, look } from "./look";

function line(move: string, score: number, exact = false): LineText {
  return { move, score, exact, wld: exact, pv: [move] };
}

const BLACK = look("black to move");

test("a score is shown for Black, whichever side moves", () => {
  const white = { ...BLACK, side: "white" as const };
  const marks = marksOf([line("a1", 3), line("b1", 0), line("c1", -2)], white);
  expect([...marks.values()].map((it) => it.text)).toEqual(["−3.0", "0.0", "+2.0"]);
  expect([...marks.values()].map((it) => it.badness)[0]).toBe(0);
  expect(scoreText(line("a1", 4, true), "O")).toBe("−4 =");
  expect(forBlack(0, "O")).toBe(0);
});

test("the best move has badness 0, and other moves more, the more they lose", () => {
  const marks = marksOf([line("a1", 3), line("b1", 2), line("c1", -20)], BLACK);
  const badness = [...marks.values()].map((it) => it.badness);
  expect(badness[0]).toBe(0);
  expect(badness[1]).toBeGreaterThan(0);
  expect(badness[1]).toBeLessThan(1);
  expect(badness[2]).toBe(1);
});

test("proved scores are whole numbers and marked", () => {
  const mark = marksOf([line("a1", -6, true)], BLACK).get("a1");
  expect(mark).toMatchObject({ text: "−6", isExact: true });
  expect(scoreText(line("a1", -6, true), "X")).toBe("−6 =");
});

test("heuristic scores have a decimal, so that two of them differ if their moves do", () => {
  const marks = marksOf([line("a1", 12.34), line("b1", 1.26)], BLACK);
  expect(marks.get("a1")?.text).toBe("+12.3");
  expect(marks.get("b1")?.text).toBe("+1.3");
});

test("a pass has no mark", () => {
  expect(marksOf([line("pass", 1)], BLACK).size).toBe(0);
  expect(marksOf([], BLACK).size).toBe(0);
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
  const root = { id: 0, move: null, look: start, parent: null, children: [], comment: "" };
  expect(flipsBetween(root)).toEqual([]);
  expect(flipsBetween({ ...root, id: 1, move: "f5", parent: root })).toEqual(["e5"]);
});
