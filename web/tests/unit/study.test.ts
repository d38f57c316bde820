import { expect, test, vi } from "vitest";

import { Study } from "../../src/analyse/study";
import type { PageProblem } from "../../src/wane/problem";
import { look } from "./look";
import { ScriptedThinker } from "./thinker";

// No test here asks the rules, so none needs the engine.
vi.mock("../../src/wane/rules", () => ({}));

function wakened(): { study: Study; thinker: ScriptedThinker } {
  const thinker = new ScriptedThinker();
  const study = new Study(thinker, look("start"));
  study.wake();
  return { study, thinker };
}

async function failReview({ study, thinker }: ReturnType<typeof wakened>, problem: PageProblem): Promise<void> {
  study.review();
  thinker.last.tell({ tell: "failed", problem });
  await thinker.last.end();
}

test("a review that failed says why, while the position is analysed again", async () => {
  const it = wakened();
  await failReview(it, { code: "busy" });
  expect(it.study.isReviewing.value).toBe(false);
  expect(it.study.reviewError.value).toEqual({ code: "busy" });
  expect(it.thinker.last.task.ask).toBe("analyse");
  expect(it.study.error.value).toBeNull();
});

test("why a review failed stays in sight on the way through the game", async () => {
  const it = wakened();
  await failReview(it, { code: "busy" });
  it.study.first();
  expect(it.study.reviewError.value).toEqual({ code: "busy" });
});

test("a review begins without the failures before it", async () => {
  const it = wakened();
  await failReview(it, { code: "busy" });
  it.thinker.last.tell({ tell: "failed", problem: { code: "connection-lost" } });
  it.study.review();
  expect(it.study.reviewError.value).toBeNull();
  expect(it.study.error.value).toBeNull();
});

test("an analysis that failed says why until another position is on the board", () => {
  const { study, thinker } = wakened();
  thinker.last.tell({ tell: "failed", problem: { code: "connection-lost" } });
  expect(study.error.value).toEqual({ code: "connection-lost" });
  study.first();
  expect(study.error.value).toBeNull();
});
