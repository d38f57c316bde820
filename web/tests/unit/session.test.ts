import { beforeEach, expect, test, vi } from "vitest";

import { Session } from "../../src/play/session";
import type { Settings } from "../../src/play/settings";
import { ScriptedThinker } from "./thinker";

// A game in which every position has the move f5, so that no test needs the engine.
vi.mock("../../src/wane/rules", async () => {
  const { look } = await import("./look");
  const moves = [{ square: "f5", flips: [] }];
  return {
    start: () => look("start", { moves }),
    play: ({ side }: { side: string }) => look("next", { moves, side: side === "X" ? "O" : "X" }),
  };
});

const SETTINGS: Settings = { size: 8, variant: "anti", opponent: "1", colour: "X", minutes: 0, start: null };

let thinker = new ScriptedThinker();

beforeEach(() => {
  thinker = new ScriptedThinker();
});

async function fail(text: string): Promise<void> {
  thinker.last.tell({ tell: "failed", text });
  await thinker.last.end();
}

test("a hint that failed says why", async () => {
  const session = new Session(SETTINGS, thinker);
  session.askHint();
  await fail("no room");
  expect(session.isHinting.value).toBe(false);
  expect(session.error.value).toBe("no room");
});

test("why a hint failed is gone when the next one is asked for", async () => {
  const session = new Session(SETTINGS, thinker);
  session.askHint();
  await fail("no room");
  session.askHint();
  expect(session.error.value).toBeNull();
});

test("an opponent that failed says why until the move is taken back", async () => {
  const session = new Session(SETTINGS, thinker);
  session.play("f5");
  await fail("no room");
  expect(session.isThinking.value).toBe(false);
  expect(session.error.value).toBe("no room");
  session.undo();
  expect(session.error.value).toBeNull();
});

test("an opponent that failed is asked again when the game is resumed, and the failure is gone", async () => {
  const session = new Session(SETTINGS, thinker);
  session.play("f5");
  await fail("no room");
  session.pause();
  session.resume();
  expect(session.error.value).toBeNull();
  expect(session.isThinking.value).toBe(true);
});
