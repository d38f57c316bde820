import { expect, test, vi } from "vitest";

import { Study } from "../../src/analyse/study";
import { Mistakes } from "../../src/learn/mistakes";
import type { Event } from "../../src/wane/messages";
import { choice, look } from "./look";
import { ScriptedThinker } from "./thinker";

// A game with one move, so that no test needs the engine.
vi.mock("../../src/wane/rules", async () => {
  const { look } = await import("./look");
  return { play: () => look("next", { side: "white" }) };
});

const BAD_MOVE: Event = {
  tell: "move_review",
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
  thinker.last.send(BAD_MOVE);
  await thinker.last.end();
  return new Mistakes(study, thinker);
}

test("a failed analysis has an error", async () => {
  const thinker = new ScriptedThinker();
  const mistakes = await reviewed(thinker);
  expect(mistakes.list).toHaveLength(1);
  mistakes.analyse();
  thinker.last.send({ tell: "failed", problem: { code: "busy" } });
  expect(mistakes.error.value).toEqual({ code: "busy" });
});

test("the next analysis clears the error", async () => {
  const thinker = new ScriptedThinker();
  const mistakes = await reviewed(thinker);
  mistakes.analyse();
  thinker.last.send({ tell: "failed", problem: { code: "busy" } });
  mistakes.analyse();
  expect(mistakes.error.value).toBeNull();
});
