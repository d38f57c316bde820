// What a new visitor sees, and the layout of the sections.

import { expect, test } from "playwright/test";

import { isMyTurn, open, openSquares, SMALL, square, status } from "./wane";

test("the first visit says which side wins, and shows it", { tag: "@short" }, async ({ page }) => {
  await open(page);
  const welcome = page.getByRole("region", { name: "Welcome" });
  await expect(welcome).toContainText("Reversed Reversi: fewest discs win");
  await expect(welcome.getByRole("img")).toHaveAccessibleName("Black has 1 disc at the end, White 15: Black wins.");
  await expect(welcome.locator(".wins")).toHaveText("1wins", { timeout: 4_000 });
  await expect(square(page, "h8")).toBeInViewport({ ratio: 1 });
  await welcome.getByRole("link", { name: "See the short lesson" }).click();
  await expect(page.getByRole("heading", { name: "Fewer discs win" })).toBeVisible();
});

test("the first move ends the welcome for good", async ({ page }) => {
  await open(page);
  const welcome = page.getByRole("region", { name: "Welcome" });
  await openSquares(page).first().click();
  await expect(welcome).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(welcome).toHaveCount(0);
});

test("the welcome can be closed", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("region", { name: "Welcome" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByRole("region", { name: "Welcome" })).toHaveCount(0);
});

test("a finished game has a card with the count and the next game", { tag: "@short" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "", SMALL);
  while (await isMyTurn(page, () => page.getByRole("button", { name: "Pass" }).click())) await openSquares(page).first().click();
  const card = page.getByTestId("result-card");
  const counts = await page.locator(".player .discs").allInnerTexts();
  for (const count of counts) await expect(card.locator(".final")).toContainText(count);
  await expect(card.getByRole("img", { name: "Discs of both sides" })).toBeVisible();
  await card.getByRole("button", { name: "Share" }).click();
  await expect(card.getByText("Copied, with a link")).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toMatch(/^Reversed Reversi against Wane, level 1: .*\nhttp.*#\/analyse\?s=4&g=/);
  const before = page.url();
  await card.getByRole("button", { name: "Swap colours" }).click();
  await expect(page.locator(".player", { hasText: "You" })).toContainText("White");
  expect(page.url()).not.toBe(before);
  await page.goBack();
  await page.goto(before);
  await page.getByTestId("result-card").getByRole("button", { name: "Level 2" }).click();
  await expect(page.locator(".player", { hasText: "Wane, level 2" })).toBeVisible();
  await expect(status(page)).toHaveText(/Your move|thinking/);
});

test("the board is as large as the window allows, up to 1000 pixels", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6");
  for (const [width, height, least, most] of [
    [2560, 1440, 960, 1000],
    [1920, 1080, 820, 1000],
    [1280, 720, 480, 720],
    [360, 640, 300, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    const box = await page.locator(".board-frame").boundingBox();
    expect(box?.width, `${width}x${height}`).toBeGreaterThanOrEqual(least);
    expect(box?.width, `${width}x${height}`).toBeLessThanOrEqual(most);
    await expect(square(page, "h8")).toBeInViewport({ ratio: 1 });
  }
});

test("on a phone the board of a study stays, and its parts are tabs", { tag: "@short" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "#/analyse?g=f5d6c3d3c4");
  const tabs = page.getByRole("tablist");
  await expect(tabs.getByRole("tab", { name: "Lines" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByTestId("depth")).toBeVisible();
  await tabs.getByRole("tab", { name: "Lines" }).press("ArrowRight");
  await expect(page.getByTestId("depth")).toBeHidden();
  await expect(page.locator("[aria-current=step]")).toBeVisible();
  await tabs.getByRole("tab", { name: "Graph" }).click();
  await expect(page.getByRole("button", { name: "Review the game" })).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const name of ["a1", "h8"]) await expect(square(page, name)).toBeInViewport();
});

test("every score is for Black", { tag: "@short" }, async ({ page }) => {
  // White can only lose: Black has one disc, and it is White's turn.
  await open(page, "#/analyse?s=4&g=b1a3");
  const score = page.getByTestId("score");
  await expect(page.getByText("Scores are in discs, for Black")).toBeVisible();
  await expect(page.getByTestId("depth")).toHaveText(/solved/);
  const atBlack = await score.innerText();
  await expect(page.locator(".lines b").first()).toHaveText(`${atBlack} =`);
  await expect(page.locator(".mark.best").first()).toHaveText(`${atBlack}=`);
  // The best move keeps the score, and now White moves.
  await page.locator(".pv .link").first().click();
  await expect(page.getByTestId("depth")).toHaveText(/solved/);
  await expect(score).toHaveText(atBlack);
  await expect(page.locator(".mark.best").first()).toHaveText(`${atBlack}=`);
});

test("every section has a title, and a link has a preview", async ({ page, request, baseURL }) => {
  await open(page);
  await expect(page).toHaveTitle("Wane: Reversed Reversi, fewest discs win");
  await page.getByRole("link", { name: "Analyse" }).click();
  await expect(page).toHaveTitle(/^Analyse · Wane/);
  await page.getByRole("link", { name: "Learn" }).click();
  await expect(page).toHaveTitle(/^Learn · Wane/);
  const image = await page.locator('meta[property="og:image"]').getAttribute("content");
  const response = await request.get(new URL(image ?? "", `${baseURL}/`).href);
  expect(response.headers()["content-type"]).toBe("image/jpeg");
});
