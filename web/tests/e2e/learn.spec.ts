import { expect, test } from "playwright/test";

import { STEPS } from "../../src/learn/lesson";
import { open, openSquares, SMALL, square, status } from "./wane";

test("the lesson runs from its first step to its last", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/learn");
  await page.getByRole("link", { name: "How it differs from Reversi" }).click();
  for (const { good } of STEPS) {
    await square(page, good[0] ?? "").click();
    await expect(page.locator(".verdict.good")).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
  }
  await expect(page.getByRole("heading", { name: "That is the reversed game" })).toBeVisible();
});

test("a wrong answer gets an explanation, and can be tried again", async ({ page }) => {
  await open(page, "#/learn/lesson");
  const good = STEPS[0]?.good ?? [];
  const squares = await openSquares(page).evaluateAll((cells) => cells.map((it) => it.getAttribute("data-square")));
  await square(page, squares.find((it) => it !== null && !good.includes(it)) ?? "").click();
  await expect(page.locator(".verdict.bad")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".verdict")).toHaveCount(0);
});

test("perfect play on 4x4 can be played to the end", async ({ page }) => {
  await open(page, "#/learn/perfect");
  await expect(page.getByTestId("result")).toHaveText("With best play Black wins by 4.");
  await expect(page.locator(".mark")).toHaveCount(4);
  await page.getByRole("button", { name: "Best play to the end" }).click();
  await expect(page.getByTestId("result")).toHaveText("The game is over: Black wins by 4.");
  await page.getByRole("radio", { name: "Normal" }).check();
  await expect(page.getByTestId("result")).toHaveText("With best play White wins by 10.");
});

test("the mistakes of a game are tried again", async ({ page }) => {
  await open(page, "", { ...SMALL, opponent: "friend" });
  while (!/wins|draw/.test((await status(page).textContent()) ?? "")) {
    const pass = page.getByRole("button", { name: "Pass" });
    // The first and the last legal square would be perfect play.
    const middle = openSquares(page).nth(Math.floor((await openSquares(page).count()) / 2));
    await ((await pass.isVisible()) ? pass : middle).click();
  }
  await page.getByRole("button", { name: "Learn from mistakes" }).click();
  await expect(page.getByText(/^Move \d+: (Black|White) played/)).toBeVisible();
  await page.getByRole("button", { name: "Show the answer" }).click();
  const best = page.locator(".cell.open", { has: page.locator('.mark[style*="--badness: 0;"]') });
  await best.first().click();
  await expect(page.locator(".verdict.good")).toBeVisible();
});
