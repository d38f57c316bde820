import { beforeEach, expect, test, vi } from "vitest";

import { Session } from "../../src/play/session";
import type { Settings } from "../../src/play/settings";
import type { PageProblem } from "../../src/wane/problem";
import { ScriptedThinker } from "./thinker";

// Every position has the move f5, so that no test needs the engine.
vi.mock("../../src/wane/rules", async () => {
  const { choice, look } = await import("./look");
  const moves = [choice("f5")];
  return {
    start: () => look("start", { moves }),
    play: ({ side }: { side: string }) => look("next", { moves, side: side === "black" ? "white" : "black" }),
  };
});

const SETTINGS: Settings = { size: 8, objective: "fewest", opponent: "1", colour: "X", minutes: 0, start: null };

let thinker = new ScriptedThinker();

beforeEach(() => {
  thinker = new ScriptedThinker();
});

async function fail(problem: PageProblem): Promise<void> {
  thinker.last.send({ tell: "failed", problem });
  await thinker.last.end();
}

test("a failed hint has an error", async () => {
  const session = new Session(SETTINGS, thinker);
  session.askHint();
  await fail({ code: "busy" });
  expect(session.isHinting.value).toBe(false);
  expect(session.error.value).toEqual({ code: "busy" });
});

test("a hint shows more at every step, and an earlier position none", async () => {
  const session = new Session(SETTINGS, thinker);
  session.askHint();
  expect(session.hintStep.value).toBe("region");
  thinker.last.send({ tell: "report", depth: 1, selectivity: 0, nodes: 1, seconds: 0, lines: [] });
  session.askHint();
  expect(session.hintStep.value).toBe("move");
  session.askHint();
  expect(session.hintStep.value).toBe("scores");
});

test("an earlier position is only looked at", () => {
  const session = new Session({ ...SETTINGS, opponent: "friend" }, thinker);
  session.play("f5");
  const [start] = session.path.value;
  if (start !== undefined) session.lookAt(start);
  expect(session.shown.value).toBe(start);
  expect(session.play("f5")).toBe(false);
  session.lookAt(session.node.value);
  expect(session.isLookingBack.value).toBe(false);
  expect(session.path.value).toHaveLength(2);
});

test("the next hint clears the error", async () => {
  const session = new Session(SETTINGS, thinker);
  session.askHint();
  await fail({ code: "busy" });
  session.askHint();
  expect(session.error.value).toBeNull();
});

test("the error of a failed opponent stays until undo", async () => {
  const session = new Session(SETTINGS, thinker);
  session.play("f5");
  await fail({ code: "busy" });
  expect(session.isThinking.value).toBe(false);
  expect(session.error.value).toEqual({ code: "busy" });
  session.undo();
  expect(session.error.value).toBeNull();
});

test("a failed opponent is asked again when the game is resumed, and the error is cleared", async () => {
  const session = new Session(SETTINGS, thinker);
  session.play("f5");
  await fail({ code: "busy" });
  session.pause();
  session.resume();
  expect(session.error.value).toBeNull();
  expect(session.isThinking.value).toBe(true);
});
