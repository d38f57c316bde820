import { expect, test } from "vitest";

import { mirror, rotate, swap } from "../../src/analyse/setup";

const BOARD = "XO-- ---- ---- ---X".replaceAll(" ", "");

test("four quarters and two mirrors are nothing", () => {
  const turns = [1, 2, 3, 4].reduce((board) => rotate(board, 4), BOARD);
  expect(turns).toBe(BOARD);
  expect(mirror(mirror(BOARD, 4), 4)).toBe(BOARD);
  expect(swap(swap(BOARD))).toBe(BOARD);
});

test("a quarter to the right brings the upper row to the right side", () => {
  expect(rotate(BOARD, 4)).toBe("---X ---O ---- X---".replaceAll(" ", ""));
  expect(mirror(BOARD, 4)).toBe("--OX ---- ---- X---".replaceAll(" ", ""));
  expect(swap(BOARD)).toBe("OX-- ---- ---- ---O".replaceAll(" ", ""));
});
