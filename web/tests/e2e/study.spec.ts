// The tools of a study: severities, arrows, the graph, comments and variations, files, overlays, set-up.

import { readFileSync } from "node:fs";

import { expect, type Page, test } from "playwright/test";

import { open, openSquares, position, SMALL, square, status } from "./wane";

/** A game of weak players, with mistakes. */
const GAME = "d3e3f2c2f6e2d2c6f3e6e7d1b2f4g3f5g4g5";

async function review(page: Page, game = GAME): Promise<void> {
  await open(page, `#/analyse?g=${game}`);
  await page.getByRole("button", { name: "Review the game" }).click();
  await expect(page.locator(".summary")).toBeVisible({ timeout: 100_000 });
}

test("a review lists the mistakes, and leads from one to the next", { tag: "@short" }, async ({ page }) => {
  test.setTimeout(180_000);
  await review(page);
  const faults = page.locator(".fault");
  const count = await faults.count();
  expect(count).toBeGreaterThan(1);
  // The list has the same moves as the signs in the list of moves.
  await expect(page.locator(".moves .move sup")).toHaveCount(count);
  await page.getByRole("button", { name: "To the start" }).click();
  for (let index = 0; index < 2; index++) {
    await page.getByRole("button", { name: "Next mistake" }).click();
    await expect(faults.nth(index)).toHaveAttribute("aria-current", "step");
    // The move and the better one are arrows, and the reasons are words.
    await expect(page.locator(".arrow.played")).toHaveCount(1);
    const better = await page.locator(".arrow.better").getAttribute("data-to");
    await expect(page.getByTestId("why")).toContainText(`Better was ${better}`);
    await expect(page.getByTestId("why").locator("li").first()).toBeVisible();
  }
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(faults.first()).toHaveAttribute("aria-current", "step");
  // The graph names the move under the pointer.
  await page.locator(".graph").hover();
  await expect(page.getByTestId("hover")).toContainText(/\d+\. [a-h][1-8]/);
  await expect(page.locator(".graph .numbers")).toContainText("10");
});

test("variations and comments go through an SGF file and back", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse?g=f5d6c3");
  await page.getByRole("textbox", { name: "Comment" }).fill("the end\nof it");
  await page.getByRole("textbox", { name: "Comment" }).blur();
  await page.getByRole("button", { name: "One move back" }).click();
  await page.getByRole("button", { name: "One move back" }).click();
  await square(page, "f6").click();
  await page.getByRole("textbox", { name: "Comment" }).fill("another reply");
  await page.getByRole("textbox", { name: "Comment" }).blur();
  await expect(page.locator(".variation")).toContainText("(2f6another reply)");
  await page.getByText("Open, share, save").click();
  await page.getByRole("combobox", { name: "Format" }).selectOption("sgf");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("wane.sgf");
  const sgf = readFileSync(await download.path(), "utf8");
  expect(sgf).toContain("(;W[d6];B[c3]C[the end\nof it])(;W[f6]C[another reply])");

  await page.goto("about:blank");
  await open(page, "#/analyse?g=c4");
  // The section is loaded on demand, and listens from then on. The file is dropped on it.
  await expect(page.getByRole("grid")).toBeVisible();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "game.sgf"));
    return transfer;
  }, sgf);
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await expect(page.locator(".moves")).toContainText("1f52d6");
  await expect(page.locator(".variation")).toContainText("another reply");
  await expect(page.locator(".comment").last()).toHaveText(/the end\s+of it/);
});

test("a variation becomes the main line, or goes", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6c3");
  await page.getByRole("button", { name: "To the start" }).click();
  await square(page, "c4").click();
  await page.getByRole("button", { name: "Make this the main line" }).click();
  await expect(page.locator(".moves > .move").first()).toHaveText("1c4");
  await page.locator(".variation .move").first().click();
  await page.getByRole("button", { name: "Remove this line" }).click();
  await expect(page.locator(".variation")).toHaveCount(0);
});

test("a question mark shows the keys", async ({ page }) => {
  await open(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("one move back or forward");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Type a move" }).press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a hint shows the region first, then the move, then all scores", { tag: "@short" }, async ({ page }) => {
  await open(page, "", SMALL);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".cell.hinted")).toHaveCount(4);
  await expect(page.locator(".mark")).toHaveCount(0);
  await page.getByRole("button", { name: "Show the move" }).click();
  await expect(page.locator(".cell.hinted")).toHaveCount(1);
  await page.getByRole("button", { name: "Show scores" }).click();
  await expect(page.locator(".mark")).toHaveCount(4);
  await expect(page.getByText(/The best move is ..: \+4 = for Black/)).toBeVisible();
});

test("an earlier position of a game can be seen without taking back moves", { tag: "@short" }, async ({ page }) => {
  await open(page, "", { ...SMALL, opponent: "friend" });
  for (let moves = 0; moves < 4; moves++) await openSquares(page).first().click();
  const now = await position(page);
  await page.locator(".record .move").first().click();
  expect(await position(page)).not.toBe(now);
  await expect(openSquares(page)).toHaveCount(0);
  await expect(page.getByText("an earlier position")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".record [aria-current]")).toContainText("2");
  await page.getByRole("button", { name: "Back to the game" }).click();
  expect(await position(page)).toBe(now);
  await openSquares(page).first().click();
  await expect(page.locator(".record .move")).toHaveCount(5);
  await expect(status(page)).toHaveText(/to move|pass/);
});

test("an overlay marks discs and squares, and says how many", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6c3");
  const choice = page.getByRole("combobox", { name: "Show on the board" });
  await choice.selectOption("mobility");
  const marked = await page.locator(".cell.mobile").count();
  expect(marked).toBeGreaterThan(3);
  await expect(page.getByText(/Squares that each side could play: Black \d+, White \d+/)).toBeVisible();
  await choice.selectOption("frontier");
  await expect(page.locator(".cell.frontier .disc")).toHaveCount(7);
  await choice.selectOption("none");
  await expect(page.locator(".cell.frontier")).toHaveCount(0);
});

test("a position is painted with a brush, mirrored and swapped", async ({ page }) => {
  await open(page, "#/analyse?s=4&g=b1");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Empty board" }).click();
  await page.getByRole("radio", { name: "Black" }).first().check();
  const [from, to] = [await square(page, "a1").boundingBox(), await square(page, "c1").boundingBox()];
  if (from === null || to === null) throw new Error("there is no board");
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 20 });
  await page.mouse.up();
  expect(await position(page)).toBe("XXX-------------");
  await page.getByRole("button", { name: "Mirror" }).click();
  expect(await position(page)).toBe("-XXX------------");
  await page.getByRole("button", { name: "Rotate" }).click();
  expect(await position(page)).toBe("-------X---X---X");
  await page.getByRole("button", { name: "Swap colours" }).click();
  expect(await position(page)).toBe("-------O---O---O");
});
