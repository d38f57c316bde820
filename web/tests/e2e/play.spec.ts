import { expect, test } from "playwright/test";

import { findings } from "./axe";
import { isMyTurn, open, openSquares, OVER, position, SMALL, square, status, tabTo } from "./wane";

test("a game against level 1 is played to its end by mouse", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "Wane" }).check();
  await page.getByRole("slider", { name: "Level" }).fill("1");
  await page.getByRole("radio", { name: "8 × 8" }).check();
  await page.getByRole("radio", { name: "Black" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  const pass = () => page.getByRole("button", { name: "Pass" }).click();
  while (await isMyTurn(page, pass)) await openSquares(page).first().click();
  await expect(status(page)).toHaveText(OVER);
  await expect(page.getByRole("button", { name: "Review the game" })).toBeVisible();
});

test("a game is set up and played to its end by keyboard alone", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await tabTo(page, page.getByRole("button", { name: "New game" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("slider", { name: "Level" }));
  await page.keyboard.press("Home");
  await tabTo(page, page.getByRole("group", { name: "Board" }));
  for (const size of [4, 6, 8]) {
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("radio", { name: `${size} × ${size}` })).toBeChecked();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator(".cell")).toHaveCount(64);
  const grid = page.getByRole("grid");
  const pass = async () => {
    await tabTo(page, page.getByRole("button", { name: "Pass" }));
    await page.keyboard.press("Enter");
  };
  while (await isMyTurn(page, pass)) {
    await tabTo(page, grid);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("Enter");
    await expect(status(page)).not.toHaveText("Your move, Black");
  }
  await expect(status(page)).toHaveText(OVER);
});

test("a typed move is played, and an illegal one is refused", async ({ page }) => {
  await open(page, "", SMALL);
  const input = page.getByRole("textbox", { name: "Type a move" });
  await input.fill("a1");
  await input.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("a1 cannot be played now");
  await input.fill("B1");
  await input.press("Enter");
  await expect(square(page, "b1")).toHaveAttribute("data-disc", "X");
  await expect(page.getByRole("alert")).toBeHidden();
});

test("the live region announces moves, flips and the turn", async ({ page }) => {
  await open(page, "", SMALL);
  await square(page, "b1").click();
  const live = page.getByTestId("live");
  await expect(live).toHaveText(/Black plays b1 and turns over 1 disc\. Wane, level 1 is thinking/);
  await expect(live).toHaveText(/White plays .. and turns over \d discs?\. Your move, Black/);
});

test("flips are animated, unless the user prefers reduced motion", async ({ page }) => {
  await open(page, "", { ...SMALL, opponent: "friend" });
  await square(page, "b1").click();
  const turned = page.locator(".disc.turned");
  await expect(turned).toHaveCSS("animation-name", "turn-black");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(turned).toHaveCSS("animation-name", "none");
});

test("undo takes back the move and the reply, redo plays them again", { tag: "@short" }, async ({ page }) => {
  await open(page, "", SMALL);
  const before = await position(page);
  await square(page, "b1").click();
  await expect(status(page)).toHaveText("Your move, Black");
  const after = await position(page);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await position(page)).toBe(before);
  await page.getByRole("button", { name: "Redo" }).click();
  expect(await position(page)).toBe(after);
  await page.keyboard.press("Control+z");
  expect(await position(page)).toBe(before);
  await page.keyboard.press("Control+Shift+z");
  expect(await position(page)).toBe(after);
});

test("undo stops a thinking opponent", async ({ page }) => {
  await open(page, "", { ...SMALL, size: 8, opponent: "20" });
  const before = await position(page);
  await openSquares(page).first().click();
  await expect(status(page)).toHaveText("Wane, level 20 is thinking…");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForTimeout(1500);
  expect(await position(page)).toBe(before);
  await expect(status(page)).toHaveText("Your move, Black");
});

test("a forced pass is explained and made", { tag: "@short" }, async ({ page }) => {
  await open(page, "", { ...SMALL, opponent: "friend", start: "XO-------------- O" });
  await expect(status(page)).toHaveText("White has no move and must pass");
  await expect(page.getByText("A side that cannot turn over any disc must pass")).toBeVisible();
  await page.getByRole("button", { name: "Pass" }).click();
  await expect(status(page)).toHaveText("Black to move");
  await expect(page.getByText("White had no move and passed.").first()).toBeVisible();
  await square(page, "c1").click();
  await expect(status(page)).toHaveText("White wins by 16");
});

test("an opponent without a legal move passes", async ({ page }) => {
  await open(page, "", { ...SMALL, start: "XO-------------- O" });
  await expect(status(page)).toHaveText("White has no move and must pass");
  await expect(status(page)).toHaveText("Your move, Black");
  await expect(page.locator(".note")).toHaveText("White had no move and passed.");
});

test("resigning asks for confirmation", async ({ page }) => {
  await open(page, "", SMALL);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really?" }).click();
  await expect(status(page)).toHaveText("Black resigned: White wins");
});

test("a clock runs and can run out", async ({ page }) => {
  await page.clock.install();
  await open(page, "", { ...SMALL, opponent: "friend", minutes: 1 });
  await expect(page.getByRole("timer").first()).toHaveText("1:00");
  await page.clock.runFor(61_000);
  await expect(status(page)).toHaveText("Black ran out of time: White wins");
});

test("a game continues after a reload", async ({ page }) => {
  await open(page, "", { ...SMALL, opponent: "friend" });
  await square(page, "b1").click();
  await openSquares(page).first().click();
  const before = await position(page);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  expect(await position(page)).toBe(before);
});

test("an agent of the gallery plays", async ({ page }) => {
  await open(page, "", { ...SMALL, opponent: "uct", colour: "O" });
  await expect(page.locator(".cell.last")).toHaveCount(1);
  await expect(status(page)).toHaveText("Your move, White");
});

test("a recipe is an opponent: typed, from a file, and refused where it is wrong", { tag: "@short" }, async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "Recipe" }).check();
  const field = page.getByRole("textbox", { name: "Recipe" });
  const example = await field.inputValue();
  await field.fill(example.replace("mobility", "mobilty"));
  await expect(page.locator("#recipe-state")).toContainText("line 13, column 1: unknown field `mobilty`");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const mine = example.replace("my recipe", "Ada's table");
  const file = { name: "ada.toml", mimeType: "application/toml", buffer: Buffer.from(mine) };
  await page.getByLabel("Open a file, or drop one here").setInputFiles(file);
  await expect(field).toHaveValue(mine);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("radio", { name: "Black" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await openSquares(page).first().click();
  await expect(page.getByText("Ada's table").first()).toBeVisible();
  await expect(status(page)).toHaveText("Your move, Black");
  await page.reload();
  await expect(page.getByText("Ada's table").first()).toBeVisible();
});
