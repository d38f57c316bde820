import { expect, test, vi } from "vitest";

import { Study } from "../../src/analyse/study";
import { Mistakes } from "../../src/learn/mistakes";
import type { Event } from "../../src/wane/messages";
import { choice, look } from "./look";
import { ScriptedThinker } from "./thinker";

// The only move of the game, so that no test needs the engine.
vi.mock("../../src/wane/rules", async () => {
  const { look } = await import("./look");
  return { play: () => look("next", { side: "white" }) };
});

const BAD_MOVE: Event = {
  tell: "judged",
  number: 1,
  side: "black",
  played: "f5",
  loss: 4,
  depth: 1,
  score: 0,
  exact: false,
  wld: false,
  move: "d6",
  pv: ["d6"],
};

/** The mistakes of a game with one move, which is bad. */
async function reviewed(thinker: ScriptedThinker): Promise<Mistakes> {
  const moves = [choice("f5"), choice("d6")];
  const study = new Study(thinker, look("start", { moves }));
  study.play("f5");
  study.review();
  thinker.last.tell(BAD_MOVE);
  await thinker.last.end();
  return new Mistakes(study, thinker);
}

test("a position that could not be looked at says why", async () => {
  const thinker = new ScriptedThinker();
  const mistakes = await reviewed(thinker);
  expect(mistakes.list).toHaveLength(1);
  mistakes.look();
  thinker.last.tell({ tell: "failed", problem: { code: "busy" } });
  expect(mistakes.error.value).toEqual({ code: "busy" });
});

test("why a position could not be looked at is gone when it is looked at again", async () => {
  const thinker = new ScriptedThinker();
  const mistakes = await reviewed(thinker);
  mistakes.look();
  thinker.last.tell({ tell: "failed", problem: { code: "busy" } });
  mistakes.look();
  expect(mistakes.error.value).toBeNull();
});
