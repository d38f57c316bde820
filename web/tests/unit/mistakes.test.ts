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

const REVIEWED: Extract<Event, { tell: "move_review" }> = {
  tell: "move_review",
  number: 1,
  side: "black",
  played: "f5",
  loss: 4,
  severity: "mistake",
  values: [
    { move: "d6", score: 1 },
    { move: "c3", score: -0.9 },
    { move: "e6", score: -1 },
    { move: "f5", score: -3 },
  ],
  depth: 12,
  score: 1,
  exact: false,
  wld: false,
  move: "d6",
  pv: ["d6"],
};

/** The mistakes of a game with one move. */
async function reviewed(event: Event): Promise<Mistakes> {
  const thinker = new ScriptedThinker();
  const moves = ["f5", "d6", "c3", "e6"].map((it) => choice(it));
  const study = new Study(thinker, look("start", { moves }));
  study.play("f5");
  study.startReview();
  thinker.last.send(event);
  await thinker.last.end();
  return new Mistakes(study);
}

test.each([
  ["f5", { kind: "same" }],
  ["d6", { kind: "good", loss: 0 }],
  ["c3", { kind: "good", loss: 1.9 }],
  ["e6", { kind: "worse", loss: 2 }],
])("the answer %s is right if it loses less than a mistake", async (square, result) => {
  const mistakes = await reviewed(REVIEWED);
  mistakes.try(square);
  expect(mistakes.result.value).toEqual(result);
});

test.each([
  [1.99, 0],
  [2, 1],
])("a loss of %d discs makes %d mistakes", async (loss, count) => {
  expect((await reviewed({ ...REVIEWED, loss })).list).toHaveLength(count);
});
