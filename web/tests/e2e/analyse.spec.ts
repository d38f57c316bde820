import { expect, test } from "playwright/test";

import { open, openSquares, position, square } from "./wane";

/** Perfect play on 4x4, from docs/solved.md. */
const GAME = "b1a3b4c1d2a1a2d3a4d1d4c4";

test("a pasted game is reviewed and shown in the graph", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse?s=4&g=");
  await page.getByText("Open, share, save").click();
  await page.getByRole("textbox", { name: "Paste a game" }).fill(GAME);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.locator(".move")).toHaveCount(12);
  await page.getByRole("button", { name: "Review the game" }).click();
  await expect(page.getByText("Black: 100 % good moves,")).toBeVisible();
  const graph = page.getByRole("slider", { name: "Score for Black" });
  await expect(graph).toHaveAttribute("aria-valuetext", "after 0 moves, 4.0 for Black");
  await graph.press("End");
  await expect(graph).toHaveAttribute("aria-valuenow", "12");
  await expect(page.getByText("The game is over: Black wins by 4.")).toBeVisible();
  await graph.press("ArrowLeft");
  await expect(page.locator("[aria-current=step]")).toHaveText("11d4");
});

test("a game of another size is opened, and an invalid text gets an explanation", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6");
  await page.getByText("Open, share, save").click();
  const text = page.getByRole("textbox", { name: "Paste a game" });
  const openButton = page.getByRole("button", { name: "Open", exact: true });
  await text.fill("b1a9");
  await openButton.click();
  await expect(page.locator(".move")).toHaveCount(2);
  await expect(page.locator(".exchange [role=status]")).not.toBeEmpty();
  await text.fill(GAME);
  await openButton.click();
  await expect(page.locator(".cell")).toHaveCount(16);
  await expect(page.locator(".move")).toHaveCount(12);
});

test("a PGN record of a site is opened with the names of its players", async ({ page }) => {
  await open(page, "#/analyse");
  await page.getByText("Open, share, save").click();
  const record = '[Site "kurnik"][Black "Ada"][White "Bo"][Result "37-27"]\n1. f5 d6 2. c3 {hm} d3 37-27';
  await page.getByRole("textbox", { name: "Paste a game" }).fill(record);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.locator(".move")).toHaveCount(4);
  await expect(page.getByText("Ada")).toBeVisible();
});

test("a text with two games offers a choice, and can be pasted anywhere", async ({ page }) => {
  await open(page, "#/analyse");
  // The section is loaded on demand, and listens from then on.
  await expect(page.getByRole("grid")).toBeVisible();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text", "f5d6c3\nf5f6e6f4");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await page.getByRole("button", { name: /^2\./ }).click();
  await expect(page.locator(".move")).toHaveCount(4);
});

test("every legal square has an exact score, and the best line can be played", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse?s=4&g=");
  await expect(page.getByTestId("depth")).toContainText("solved to the end");
  await expect(page.locator(".mark")).toHaveText(["+4=", "+4=", "+4=", "+4="]);
  await page.locator(".pv .link").nth(2).click();
  await expect(page.locator(".move")).toHaveCount(3);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("[aria-current=step]")).toContainText("2");
});

test("an 8x8 position is analysed deeper and deeper", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6c3");
  await expect(page.getByTestId("depth")).toHaveText(/^\d+ moves ahead · .* positions · .*\/s$/);
  await expect(page.locator(".mark").first()).toBeVisible();
});

test("a shared link opens as the same game elsewhere", { tag: "@short" }, async ({ page, browser }) => {
  await open(page, `#/analyse?s=4&g=${GAME}&at=5`);
  await page.getByText("Open, share, save").click();
  await page.getByRole("button", { name: "Copy a link" }).click();
  const link = await page.getByRole("textbox", { name: "The game as text" }).inputValue();
  expect(link).toContain(GAME);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other.locator(".move")).toHaveCount(12);
  expect(await position(other)).toBe(await position(page));
  await expect(other.locator("[aria-current=step]")).toHaveText("5d2");
  await elsewhere.close();
});

test("a link with an illegal move gets an explanation in the language of the page", async ({ page }) => {
  await open(page, "#/analyse?g=a1");
  await expect(page.getByRole("alert")).toContainText("The game in this link cannot be opened. Black cannot play a1");
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("ja");
  await expect(page.getByRole("alert", { includeHidden: true })).toContainText("黒は a1 に打てません");
});

test("another move begins a variation, which can become the main line", async ({ page }) => {
  await open(page, `#/analyse?s=4&g=b1a3&at=0`);
  await square(page, "a2").click();
  await expect(page.locator(".variation")).toHaveCount(1);
  await page.getByRole("button", { name: "Make this the main line" }).click();
  await expect(page.locator(".variation .move").first()).toContainText("b1");
});

test("a position is set up and played from", async ({ page }) => {
  await open(page, "#/analyse");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("radio", { name: "4 × 4" }).check();
  await page.getByRole("button", { name: "Empty board" }).click();
  await square(page, "a1").click();
  await square(page, "b1").click();
  await square(page, "b1").click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(openSquares(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Play from here" }).click();
  await square(page, "c1").click();
  await expect(page.getByTestId("status")).toHaveText("You lose by 16");
});

test("a game is exported in every format", async ({ page }) => {
  await open(page, `#/analyse?s=4&g=${GAME}`);
  await page.getByText("Open, share, save").click();
  const beginnings = {
    transcript: GAME,
    ggf: "(;GM[Othello]",
    sgf: "(;FF[4]GM[2]",
    json: '{"format":"wane-game"',
    obf: "% variant: anti",
    board: "OOOOX",
  };
  for (const [format, beginning] of Object.entries(beginnings)) {
    await page.getByRole("combobox", { name: "Format" }).selectOption(format);
    await page.getByRole("button", { name: "Copy as text" }).click();
    const text = await page.getByRole("textbox", { name: "The game as text" }).inputValue();
    expect(text.slice(0, beginning.length)).toBe(beginning);
  }
});

test("the board is saved as a picture", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6c3");
  await page.getByText("Open, share, save").click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a picture" }).click();
  expect((await download).suggestedFilename()).toBe("wane.png");
});
