import { expect, test, vi } from "vitest";

import { Study } from "../../src/analyse/study";
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

async function failReview({ study, thinker }: ReturnType<typeof wakened>, text: string): Promise<void> {
  study.review();
  thinker.last.tell({ tell: "failed", text });
  await thinker.last.end();
}

test("a review that failed says why, while the position is analysed again", async () => {
  const it = wakened();
  await failReview(it, "no room");
  expect(it.study.isReviewing.value).toBe(false);
  expect(it.study.reviewError.value).toBe("no room");
  expect(it.thinker.last.task.ask).toBe("analyse");
  expect(it.study.error.value).toBeNull();
});

test("why a review failed stays in sight on the way through the game", async () => {
  const it = wakened();
  await failReview(it, "no room");
  it.study.first();
  expect(it.study.reviewError.value).toBe("no room");
});

test("a review begins without the failures before it", async () => {
  const it = wakened();
  await failReview(it, "no room");
  it.thinker.last.tell({ tell: "failed", text: "lost" });
  it.study.review();
  expect(it.study.reviewError.value).toBeNull();
  expect(it.study.error.value).toBeNull();
});

test("an analysis that failed says why until another position is on the board", () => {
  const { study, thinker } = wakened();
  thinker.last.tell({ tell: "failed", text: "lost" });
  expect(study.error.value).toBe("lost");
  study.first();
  expect(study.error.value).toBeNull();
});
