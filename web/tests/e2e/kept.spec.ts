import { readFileSync } from "node:fs";

import { expect, type Page, test } from "playwright/test";

import { open, openSquares, position, SMALL, square, status } from "./wane";

/** Goes to another address of the page, as a click on a link does. */
async function follow(page: Page, hash: string): Promise<void> {
  await page.evaluate((it) => {
    location.hash = it;
  }, hash);
}

const moves = (page: Page) => page.locator(".move");

/** Settings only for the first page of a context: `open` would set them again with each reload. */
async function begin(page: Page, settings: object): Promise<void> {
  await page.goto("./#/learn");
  await page.evaluate((text) => localStorage.setItem("wane.settings", text), JSON.stringify(settings));
  await page.goto("about:blank");
  await open(page);
}

test("a study stays after a reload, with its variations", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse");
  await square(page, "f5").click();
  await square(page, "d6").click();
  await page.keyboard.press("ArrowLeft");
  await square(page, "f6").click();
  await expect(page.locator(".variation")).toHaveCount(1);
  const before = await position(page);
  await page.reload();
  await expect(page.locator(".variation")).toHaveCount(1);
  expect(await position(page)).toBe(before);
  // A visit without an address continues with it, too.
  await page.goto("about:blank");
  await open(page, "#/analyse");
  await expect(moves(page)).toHaveCount(3);
});

test("Back after a shared link returns to the study before it", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse");
  await square(page, "f5").click();
  await expect(moves(page)).toHaveCount(1);
  await follow(page, "#/analyse?g=c4c3d3");
  await expect(moves(page)).toHaveCount(3);
  await page.goBack();
  await expect(moves(page)).toHaveCount(1);
  await expect(square(page, "f5")).toHaveAttribute("data-disc", "X");
});

test("Back at once after a shared link returns to the study before it", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse");
  await square(page, "f5").click();
  await expect(moves(page)).toHaveCount(1);
  // Back while the page is opening the link, so that it has both addresses to open.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const back = () => {
          removeEventListener("hashchange", back);
          history.back();
          resolve();
        };
        addEventListener("hashchange", back);
        location.hash = "#/analyse?g=c4c3d3";
      }),
  );
  await expect(square(page, "f5")).toHaveAttribute("data-disc", "X");
  await expect(moves(page)).toHaveCount(1);
  await expect(page).toHaveURL(/g=f5&/);
});

test("moves that were added to a shared game stay", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6");
  await square(page, "c3").click();
  await page.getByText("Open, share, save").click();
  await page.getByRole("button", { name: "Copy a link" }).click();
  await square(page, "d3").click();
  await page.reload();
  await expect(moves(page)).toHaveCount(4);
});

test("the address always names what is shown", async ({ page, browser }) => {
  await open(page, "#/analyse");
  await square(page, "f5").click();
  await square(page, "d6").click();
  await page.keyboard.press("ArrowLeft");
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await expect(moves(other)).toHaveCount(2);
  expect(await position(other)).toBe(await position(page));
  await elsewhere.close();
});

test("playing from a position keeps the game under way", { tag: "@short" }, async ({ page }) => {
  await begin(page, { ...SMALL, opponent: "friend" });
  await square(page, "b1").click();
  const [before, address] = [await position(page), page.url()];
  await follow(page, "#/analyse?s=4&g=a2");
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(square(page, "a2")).toHaveAttribute("data-disc", "X");
  await openSquares(page).first().click();
  await page.goto(address);
  await expect.poll(() => position(page)).toBe(before);
});

test("two tabs have two games", { tag: "@short" }, async ({ page, context }) => {
  await begin(page, { ...SMALL, opponent: "friend" });
  await square(page, "b1").click();
  const mine = await position(page);
  const second = await context.newPage();
  await open(second, "#/play");
  await expect(square(second, "b1")).toHaveAttribute("data-disc", "-");
  await square(second, "a2").click();
  const theirs = await position(second);
  await page.reload();
  await expect.poll(() => position(page)).toBe(mine);
  await second.reload();
  await expect.poll(() => position(second)).toBe(theirs);
});

test("the address of a game that another tab has says so", async ({ page, context }) => {
  await begin(page, { ...SMALL, opponent: "friend" });
  await square(page, "b1").click();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText("That game is open in another tab")).toBeVisible();
  await expect(square(second, "b1")).toHaveAttribute("data-disc", "-");
});

test("the game of an older page is moved into the database", { tag: "@short" }, async ({ page }) => {
  const settings = { size: 4, variant: "anti", opponent: "friend", colour: "X", minutes: 0, start: null };
  const old = JSON.stringify({ settings, moves: ["b1", "a3"], clocks: { X: 0, O: 0 }, ended: null });
  await page.goto("./#/learn");
  await page.evaluate((text) => localStorage.setItem("wane.game", text), old);
  await page.goto("about:blank");
  await open(page);
  await expect(square(page, "a3")).toHaveAttribute("data-disc", "O");
  expect(await page.evaluate(() => localStorage.getItem("wane.game"))).toBeNull();
  await page.reload();
  await expect(square(page, "a3")).toHaveAttribute("data-disc", "O");
});

test("without a database the page says so and plays on", { tag: "@short" }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await open(page, "", { ...SMALL, opponent: "friend" });
  await expect(page.getByText("This browser does not keep anything")).toBeVisible();
  await square(page, "b1").click();
  await expect(status(page)).toHaveText("White to move");
});

test("one file has all games and studies, and opens elsewhere", async ({ page, browser }) => {
  await begin(page, { ...SMALL, opponent: "friend" });
  await square(page, "b1").click();
  const game = await position(page);
  await follow(page, "#/analyse");
  await square(page, "f5").click();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a copy" }).click();
  const file = await (await download).path();
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ format: "wane-page", v: 1 });

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await open(other);
  await other.getByRole("button", { name: "Settings", exact: true }).click();
  const chooser = other.waitForEvent("filechooser");
  await other.getByRole("button", { name: "Open a copy" }).click();
  await (await chooser).setFiles(file);
  await expect(other.getByText("The copy has 2 games and studies")).toBeVisible();
  await other.goto("about:blank");
  await open(other, "#/analyse");
  await expect(moves(other)).toHaveCount(1);
  await other.goto("about:blank");
  await open(other);
  await expect.poll(() => position(other)).toBe(game);
  await elsewhere.close();
});

test("a file that is no copy gets an explanation", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a copy" }).click();
  await (await chooser).setFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("[1]") });
  await expect(page.getByText("This file is no copy")).toBeVisible();
});
