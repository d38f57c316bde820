import { afterEach, expect, test, vi } from "vitest";

import { readOldGame } from "../../src/play/saved";
import { isSettings, storedSettings } from "../../src/play/settings";
import { oneOf, stored } from "../../src/store/stored";

afterEach(() => vi.unstubAllGlobals());

/** Fakes localStorage, and returns its content. */
function fakeStorage(): Map<string, string> {
  const content = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => void content.set(key, value),
  });
  return content;
}

const theme = () => stored("theme", "auto", oneOf(["auto", "light"]));

test("a written value is read again", () => {
  fakeStorage();
  theme().write("light");
  expect(theme().read()).toBe("light");
});

test("without a stored value the fallback is read", () => {
  fakeStorage();
  expect(theme().read()).toBe("auto");
});

test.each(["{", '"purple"', "7", "null"])("for the invalid value %s the fallback is read", (text) => {
  fakeStorage().set("theme", text);
  expect(theme().read()).toBe("auto");
});

test("without localStorage the fallback is read", () => {
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

test("a value of an older page is upgraded before it is checked", () => {
  fakeStorage().set("theme", '"bright"');
  const upgraded = stored("theme", "auto", oneOf(["auto", "light"]), (it) => (it === "bright" ? "light" : it));
  expect(upgraded.read()).toBe("light");
});

const OLD_SETTINGS = { size: 6, opponent: "7", colour: "O", minutes: 5, start: null };

test.each([
  ["anti", "fewest"],
  ["standard", "most"],
])("stored settings and games with the variant %s get the objective %s", (variant, objective) => {
  const content = fakeStorage();
  const settings = { ...OLD_SETTINGS, variant };
  const game = { settings, moves: ["c2", "d2"], clocks: { X: 1000, O: 2000 }, ended: null };
  content.set("wane.settings", JSON.stringify(settings));
  content.set("wane.game", JSON.stringify(game));
  expect(storedSettings.read()).toEqual({ ...OLD_SETTINGS, objective });
  expect(readOldGame()).toMatchObject({ ...game, settings: { ...OLD_SETTINGS, objective } });
  storedSettings.write(storedSettings.read());
  expect(JSON.parse(content.get("wane.settings") ?? "")).toEqual({ ...OLD_SETTINGS, objective });
  expect(storedSettings.read()).toEqual({ ...OLD_SETTINGS, objective });
});

test("settings with an unknown variant are invalid", () => {
  fakeStorage().set("wane.settings", JSON.stringify({ ...OLD_SETTINGS, variant: "chess" }));
  expect(storedSettings.read()).toMatchObject({ size: 8, objective: "fewest", opponent: "3" });
});

test("settings with a wrong field are invalid", () => {
  const settings = { size: 8, objective: "fewest", opponent: "20", colour: "X", minutes: 0, start: null };
  expect(isSettings(settings)).toBe(true);
  for (const wrong of [
    { size: 5 },
    { objective: "chess" },
    { objective: "anti" },
    { opponent: "21" },
    { opponent: "unknown" },
    { colour: "-" },
    { minutes: "1" },
    { start: undefined },
  ]) {
    expect(isSettings({ ...settings, ...wrong }), JSON.stringify(wrong)).toBe(false);
  }
  expect(isSettings({ ...settings, opponent: "seed-003" })).toBe(true);
  expect(isSettings(null)).toBe(false);
});
