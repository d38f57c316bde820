import { expect, test, vi } from "vitest";

import { Study } from "../../src/analyse/study";
import type { PageProblem } from "../../src/wane/problem";
import { look } from "./look";
import { ScriptedThinker } from "./thinker";

// No test here uses the rules, so none needs the engine.
vi.mock("../../src/wane/rules", () => ({}));

function activeStudy(): { study: Study; thinker: ScriptedThinker } {
  const thinker = new ScriptedThinker();
  const study = new Study(thinker, look("start"));
  study.activate();
  return { study, thinker };
}

async function failReview({ study, thinker }: ReturnType<typeof activeStudy>, problem: PageProblem): Promise<void> {
  study.startReview();
  thinker.last.send({ tell: "failed", problem });
  await thinker.last.end();
}

test("a failed review has an error, and the analysis of the position continues", async () => {
  const it = activeStudy();
  await failReview(it, { code: "busy" });
  expect(it.study.review.isRunning.value).toBe(false);
  expect(it.study.review.error.value).toEqual({ code: "busy" });
  expect(it.thinker.last.task.ask).toBe("analyse");
  expect(it.study.analysis.error.value).toBeNull();
});

test("the error of a review stays when another position is shown", async () => {
  const it = activeStudy();
  await failReview(it, { code: "busy" });
  it.study.first();
  expect(it.study.review.error.value).toEqual({ code: "busy" });
});

test("a new review clears all errors", async () => {
  const it = activeStudy();
  await failReview(it, { code: "busy" });
  it.thinker.last.send({ tell: "failed", problem: { code: "connection-lost" } });
  it.study.startReview();
  expect(it.study.review.error.value).toBeNull();
  expect(it.study.analysis.error.value).toBeNull();
});

test("the error of an analysis stays until another position is shown", () => {
  const { study, thinker } = activeStudy();
  thinker.last.send({ tell: "failed", problem: { code: "connection-lost" } });
  expect(study.analysis.error.value).toEqual({ code: "connection-lost" });
  study.first();
  expect(study.analysis.error.value).toBeNull();
});
