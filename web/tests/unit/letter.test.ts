import { expect, test } from "vitest";

import { compare, type Letter, readLetter, writeLetter } from "../../src/play/letter";

const LETTER: Letter = { id: "abcd1234", size: 6, objective: "most", moves: ["b3", "c2"], turn: "X" };

test("a letter is read as it was written", () => {
  expect(readLetter(writeLetter(LETTER))).toEqual(LETTER);
  expect(readLetter("g=f5")).toBeNull();
});

test("a letter that was changed is refused", () => {
  const text = writeLetter(LETTER);
  for (const wrong of [text.replace("b3c2", "b3"), text.replace("turn=X", "turn=O"), text.replace("abcd", "abce")]) {
    expect(() => readLetter(wrong), wrong).toThrow();
  }
  for (const wrong of ["friend=abcd1234", "friend=!&g=f5&turn=X&check=1", text.replace(/check=\w+/, "")]) {
    expect(() => readLetter(wrong), wrong).toThrow();
  }
});

test.each([
  [["f5"], ["f5"], "same"],
  [["f5"], ["f5", "d6"], "newer"],
  [["f5", "d6"], ["f5"], "older"],
  [["f5", "d6"], ["f5", "f6"], "other"],
  [[], ["f5"], "newer"],
] as const)("%j against %j is %s", (known, sent, expected) => {
  expect(compare(known, sent)).toBe(expected);
});
