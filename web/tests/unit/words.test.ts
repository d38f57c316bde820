import { describe, expect, test } from "vitest";

import { LANGUAGE_NAMES, LANGUAGES } from "../../src/words/words";

/** Every text by its path; a function as what it says about some numbers, which do for words as well. */
function texts(words: object, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    const name = `${path}${key}`;
    if (typeof value === "string") found.set(name, value);
    else if (typeof value === "function") found.set(name, String(value(7, 3, 2, 1)));
    else for (const entry of texts(value as object, `${name}.`)) found.set(...entry);
  }
  return found;
}

const english = texts(LANGUAGES.en);

/** What is the same in all languages. */
const FORMATS = ["ggf", "sgf", "json", "obf"].map((it) => `exchange.formats.${it}`);
const SAME = new Set([...FORMATS, "play.engine", "exchange.game"]);

describe.each(LANGUAGE_NAMES.map((name) => [name, texts(LANGUAGES[name])] as const))("%s", (_, found) => {
  test("has the same texts as English", () => {
    expect([...found.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test("has no empty text and none that says undefined", () => {
    expect([...found].filter(([, text]) => text.trim() === "" || text.includes("undefined"))).toEqual([]);
  });
});

test.each(["zh", "ja"] as const)("%s is translated", (name) => {
  const left = [...texts(LANGUAGES[name])].filter(([path, text]) => english.get(path) === text && !SAME.has(path));
  expect(left).toEqual([]);
});
