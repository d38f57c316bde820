import { readFileSync } from "node:fs";

import { expect, type Page, test } from "playwright/test";

import { dayOf, puzzleOfDay, type Puzzle, readPuzzles } from "../../src/learn/puzzle-set";
import { open, openSquares, square } from "./wane";

const PUZZLES = readPuzzles(JSON.parse(readFileSync(new URL("../../src/learn/puzzles.json", import.meta.url), "utf8")));

function example(kind: Puzzle["kind"]): Puzzle {
  const found = PUZZLES.find((it) => it.kind === kind);
  if (found === undefined) throw new Error(`there is no puzzle of the kind ${kind}`);
  return found;
}

/** Opens the trainer with this puzzle. */
async function train(page: Page, { id }: Puzzle): Promise<void> {
  await open(page, "#/learn");
  const underWay = { id, moves: [], wrong: 0, isShown: false };
  await page.evaluate((it) => localStorage.setItem("wane.trainer", JSON.stringify(it)), underWay);
  await page.getByRole("link", { name: "A thousand positions" }).click();
  await expect(page.getByRole("heading", { name: "Puzzles" })).toBeVisible();
}

/** A legal square that is not the solution. */
async function wrongSquare(page: Page, { solution }: Puzzle): Promise<string> {
  await openSquares(page).first().waitFor();
  const names = await openSquares(page).evaluateAll((all) => all.map((it) => it.getAttribute("data-square")));
  return names.find((it) => it !== solution) ?? "";
}

test("a wrong move is refuted, the right one solves the puzzle, and both stay after a reload", { tag: "@short" }, async ({ page }) => {
  const puzzle = example("win");
  await train(page, puzzle);
  await square(page, await wrongSquare(page, puzzle)).click();
  await expect(page.getByTestId("verdict")).toHaveText(/(only draws|loses by \d+): the opponent replies [a-h][1-8]/);
  await page.reload();
  await square(page, puzzle.solution).click();
  await expect(page.getByTestId("verdict")).toHaveText(/wins by \d+, and no other move wins/);
  await expect(page.getByText("0 of 1 at the first try")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.locator(".verdict")).toHaveCount(0);
});

test("a puzzle counts as solved only without the answer", async ({ page }) => {
  await train(page, example("win"));
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.locator(".cell.open", { has: page.locator(".mark", { hasText: /[+−]/ }) }).first().waitFor();
  await square(page, example("win").solution).click();
  await expect(page.getByText("0 of 1 at the first try")).toBeVisible();
});

test("a puzzle is played out against the best defence", async ({ page }) => {
  const puzzle = example("hold");
  await train(page, puzzle);
  await square(page, puzzle.solution).click();
  await expect(page.getByTestId("verdict")).toHaveText(/still wins/);
  await page.getByRole("button", { name: "Show the answer" }).click();
  for (let turn = 0; turn < 12 && !(await page.getByText("Solved.").isVisible()); turn++) {
    const best = page.locator(".cell.open", { has: page.locator('.mark[style*="--badness: 0;"]') }).first();
    await best.click();
  }
  await expect(page.getByTestId("verdict")).toHaveText(/Played out: you win by \d+/);
});

test("the puzzle of the day has a streak and a text to share", { tag: "@short" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // A day whose puzzle has one move.
  const days = [1, 2, 3, 4, 5, 6, 7].map((it) => new Date(2026, 10, it, 12));
  const date = days.find((it) => puzzleOfDay(PUZZLES, dayOf(it))?.kind === "win") ?? days[0] ?? new Date();
  await page.clock.setFixedTime(date);
  const today = dayOf(date);
  const puzzle = puzzleOfDay(PUZZLES, today);
  if (puzzle === null) throw new Error("every day has a puzzle");
  await open(page, "#/learn/daily");
  await square(page, puzzle.solution).click();
  await expect(page.getByText("1 day in a row")).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(`puzzle of ${today}: 🟩 solved at the first try`);
  await page.reload();
  await expect(page.getByText("1 day in a row")).toBeVisible();
});

test("the kind and the difficulty can be chosen", async ({ page }) => {
  await train(page, example("win"));
  await page.getByLabel("Kind").selectOption("small");
  await expect(page.locator(".cell")).toHaveCount(36);
  await page.getByLabel("Difficulty").selectOption("easy");
  await expect(page.locator(".cell")).toHaveCount(36);
  await page.reload();
  await expect(page.getByLabel("Kind")).toHaveValue("small");
});
