import { afterEach, expect, test, vi } from "vitest";

import { keptGame } from "../../src/play/saved";
import { isSettings, keptSettings } from "../../src/play/settings";
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

test("what an older page has kept is upgraded before it is looked at", () => {
  keep().set("theme", '"bright"');
  const upgraded = stored("theme", "auto", oneOf(["auto", "light"]), (it) => (it === "bright" ? "light" : it));
  expect(upgraded.read()).toBe("light");
});

const OLD_SETTINGS = { size: 6, opponent: "7", colour: "O", minutes: 5, start: null };

test.each([
  ["anti", "fewest"],
  ["standard", "most"],
])("settings and games that were kept with the variant %s have the objective %s", (variant, objective) => {
  const kept = keep();
  const settings = { ...OLD_SETTINGS, variant };
  const game = { settings, moves: ["c2", "d2"], clocks: { X: 1000, O: 2000 }, ended: null };
  kept.set("wane.settings", JSON.stringify(settings));
  kept.set("wane.game", JSON.stringify(game));
  expect(keptSettings.read()).toEqual({ ...OLD_SETTINGS, objective });
  expect(keptGame.read()).toEqual({ ...game, settings: { ...OLD_SETTINGS, objective } });
  keptSettings.write(keptSettings.read());
  expect(JSON.parse(kept.get("wane.settings") ?? "")).toEqual({ ...OLD_SETTINGS, objective });
  expect(keptSettings.read()).toEqual({ ...OLD_SETTINGS, objective });
});

test("settings of an unknown variant are not taken", () => {
  keep().set("wane.settings", JSON.stringify({ ...OLD_SETTINGS, variant: "chess" }));
  expect(keptSettings.read()).toMatchObject({ size: 8, objective: "fewest", opponent: "3" });
});

test("settings make sense, or they are not taken", () => {
  const settings = { size: 8, objective: "fewest", opponent: "20", colour: "X", minutes: 0, start: null };
  expect(isSettings(settings)).toBe(true);
  for (const wrong of [
    { size: 5 },
    { objective: "chess" },
    { objective: "anti" },
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
