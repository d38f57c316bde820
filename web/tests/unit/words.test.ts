import { describe, expect, test, vi } from "vitest";

import type { Reason } from "../../src/wane/messages";
import type { PageProblem } from "../../src/wane/problem";
import { problemText } from "../../src/words/problems";
import { en } from "../../src/words/en";
import { ja } from "../../src/words/ja";
import { LANGUAGE_NAMES, setLanguage } from "../../src/words/words";
import { zh } from "../../src/words/zh";

/** One problem of each code. */
const PROBLEMS: { readonly [C in PageProblem["code"]]: Extract<PageProblem, { code: C }> } = {
  "not-a-message": { code: "not-a-message", detail: "expected value" },
  version: { code: "version", given: 1, expected: 2 },
  "not-text": { code: "not-text" },
  "too-many-messages": { code: "too-many-messages" },
  "answer-too-long": { code: "answer-too-long", most_bytes: 262144 },
  busy: { code: "busy" },
  size: { code: "size", rows: 5 },
  "empty-text": { code: "empty-text" },
  "unknown-symbol": { code: "unknown-symbol", symbol: "?", line: 1, column: 2 },
  "square-count": { code: "square-count", count: 17 },
  "no-side": { code: "no-side" },
  "not-a-move": { code: "not-a-move", word: "i9", at: [1, 3] },
  "illegal-move": {
    code: "illegal-move",
    number: 3,
    side: "white",
    square: "f5",
    reason: "occupied",
    legal: ["d6", "f4"],
  },
  "illegal-pass": { code: "illegal-pass", number: 3, side: "black" },
  "out-of-turn": { code: "out-of-turn", number: 3, side: "black" },
  unreadable: { code: "unreadable", format: "GGF", detail: "the game has no end" },
  "unknown-format": { code: "unknown-format", name: "xyz" },
  "not-writable": { code: "not-writable", format: "transcript", detail: "it does not initialize at the start" },
  "unknown-player": { code: "unknown-player", name: "unknown", agents: [] },
  "not-a-square": { code: "not-a-square", word: "i9" },
  "player-fault": { code: "player-fault", detail: "go raised ValueError" },
  "no-puzzle": { code: "no-puzzle" },
  "no-memory": { code: "no-memory", megabytes: 32 },
  broken: { code: "broken", detail: "unreachable" },
  "connection-lost": { code: "connection-lost" },
  "worker-not-loaded": { code: "worker-not-loaded" },
  "bad-link": { code: "bad-link" },
  "other-game": { code: "other-game" },
  "not-a-backup": { code: "not-a-backup" },
  recipe: { code: "recipe", line: 3, column: 1, detail: "no such key" },
  "reversed-only": { code: "reversed-only", name: "greedy" },
};

/** An example of every reason. */
const REASONS: { readonly [C in Reason["code"]]: Extract<Reason, { code: C }> } = {
  corner: { code: "corner", square: "a1" },
  "gives-corner": { code: "gives-corner", square: "a1" },
  "gives-pass": { code: "gives-pass" },
  forced: { code: "forced", reply: "c3", square: "a1", flips: 6 },
  "must-flip": { code: "must-flip", reply: "c3", least: 5, better: 2 },
  stable: { code: "stable", discs: 4, better: 1 },
  freedom: { code: "freedom", replies: 9, better: 3 },
  "few-moves": { code: "few-moves", moves: 2, better: 8 },
  later: { code: "later" },
};

const isReason = (key: string): key is Reason["code"] => key in REASONS;

const isCode = (key: string): key is PageProblem["code"] => key in PROBLEMS;

/** All texts by their paths. Functions are called with an example problem or with numbers. */
function texts(words: object, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    const name = `${path}${key}`;
    if (typeof value === "string") found.set(name, value);
    else if (typeof value === "function" && path === "problems." && isCode(key)) found.set(name, value(PROBLEMS[key]));
    else if (typeof value === "function" && path === "reasons." && isReason(key))
      found.set(name, value(REASONS[key], "Black", "White", "fewest"));
    else if (typeof value === "function") found.set(name, String(value(7, 3, 2, 1, 5)));
    else for (const entry of texts(value as object, `${name}.`)) found.set(...entry);
  }
  return found;
}

const WORDS = { en, zh, ja };
const english = texts(en);

/** Texts that are the same in all languages. */
const FORMATS = ["ggf", "sgf", "json", "obf"].map((it) => `exchange.formats.${it}`);
const SAME = new Set([...FORMATS, "play.engine", "exchange.game"]);

describe.each(LANGUAGE_NAMES.map((name) => [name, texts(WORDS[name])] as const))("%s", (_, found) => {
  test("has the same texts as English", () => {
    expect([...found.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test("has no empty text and none that says undefined", () => {
    expect([...found].filter(([, text]) => text.trim() === "" || text.includes("undefined"))).toEqual([]);
  });
});

test.each(["zh", "ja"] as const)("%s is translated", (name) => {
  const untranslated = [...texts(WORDS[name])].filter(([path, text]) => english.get(path) === text && !SAME.has(path));
  expect(untranslated).toEqual([]);
});

test("the text of a problem is in the language of the page", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => {} });
  const problemTexts = [];
  for (const name of LANGUAGE_NAMES) {
    await setLanguage(name);
    problemTexts.push(problemText(PROBLEMS["illegal-move"]));
  }
  await setLanguage("en");
  vi.unstubAllGlobals();
  expect(problemTexts).toEqual([
    "Move 3: White cannot play f5 because the square is taken.",
    "第 3 步：白方不能下 f5，该格已有棋子。",
    "3 手目：白は f5 に打てません。すでに石があります。",
  ]);
});

test("a move without a game has no number, and a word without a text has no line and column", () => {
  expect(problemText({ ...PROBLEMS["illegal-move"], number: null })).toBe(
    "White cannot play f5 because the square is taken.",
  );
  expect(problemText({ ...PROBLEMS["not-a-move"], at: null })).toBe("“i9” is not a move. Write a1 to h8, or pass.");
});
