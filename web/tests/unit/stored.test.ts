import { afterEach, expect, test, vi } from "vitest";

import { isSettings } from "../../src/play/settings";
import { oneOf, stored } from "../../src/view/stored";

afterEach(() => vi.unstubAllGlobals());

/** A browser that keeps things. */
function keep(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return kept;
}

const theme = () => stored("theme", "auto", oneOf(["auto", "light"]));

test("what was written is read again", () => {
  keep();
  theme().write("light");
  expect(theme().read()).toBe("light");
});

test("nothing is the first value", () => {
  keep();
  expect(theme().read()).toBe("auto");
});

test.each(["{", '"purple"', "7", "null"])("%s is the first value, too", (text) => {
  keep().set("theme", text);
  expect(theme().read()).toBe("auto");
});

test("a browser that keeps nothing does no harm", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("full");
    },
  });
  theme().write("light");
  expect(theme().read()).toBe("auto");
});

test("settings make sense, or they are not taken", () => {
  const settings = { size: 8, variant: "anti", opponent: "20", colour: "X", minutes: 0, start: null };
  expect(isSettings(settings)).toBe(true);
  for (const wrong of [
    { size: 5 },
    { variant: "chess" },
    { opponent: "21" },
    { opponent: "nobody" },
    { colour: "-" },
    { minutes: "1" },
    { start: undefined },
  ]) {
    expect(isSettings({ ...settings, ...wrong }), JSON.stringify(wrong)).toBe(false);
  }
  expect(isSettings({ ...settings, opponent: "seed-003" })).toBe(true);
  expect(isSettings(null)).toBe(false);
});
