import { readFileSync } from "node:fs";

import { expect, type Page, test } from "playwright/test";

import type { Saved } from "../../src/play/saved";
import { open, openSquares } from "./wane";

/** A game of level 6 against level 4. */
const MOVES =
  "c4c3d3e3d2c6f3c5f4g4b3c2d6f2f5d1e2d7b4b5e6f6a6e1g5a2b2h6b6g6" +
  "c1b1c7a3g3h3g2h2a1a5a4b8g1f1c8a7b7d8e7e8f8f7g8g7h5h1h8h7a8h4";

function game(id: string, opponent: string, changes: Partial<Saved> = {}): Saved {
  return {
    id,
    created: Date.UTC(2026, 0, Number(id)),
    changed: Date.UTC(2026, 0, Number(id)),
    settings: { size: 8, objective: "fewest", opponent, colour: "X", minutes: 0, start: null },
    moves: MOVES.match(/../g) ?? [],
    clocks: { X: 0, O: 0 },
    ended: { why: "score", score: 10 },
    isAssisted: false,
    ...changes,
  };
}

/** Puts games into the database, and opens the section. */
async function openGames(page: Page, games: readonly Saved[]): Promise<void> {
  await open(page, "#/games");
  await expect(page.getByText("Your games will be listed here")).toBeVisible();
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open("wane");
        request.onsuccess = () => {
          const transaction = request.result.transaction("games", "readwrite");
          for (const it of all) transaction.objectStore("games").put(it);
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
    [...games],
  );
  await page.reload();
  await expect(page.getByRole("heading", { name: "My games" })).toBeVisible();
}

const rows = (page: Page) => page.locator(".game-row");

test("all games are listed, found, opened, saved and deleted", { tag: "@short" }, async ({ page }) => {
  await openGames(page, [
    game("1", "5"),
    game("2", "8", { ended: { why: "score", score: -2 } }),
    game("3", "greedy", { moves: ["f5", "d6"], ended: null }),
  ]);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("searchbox").fill("level 8 lost");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox").fill("f5d6");
  await expect(rows(page)).toContainText("Miser");
  await page.getByRole("searchbox").fill("");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save 3 games as SGF" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text.match(/\(;/g)).toHaveLength(3);
  await rows(page).filter({ hasText: "level 8" }).getByRole("button", { name: "Delete" }).click();
  await rows(page).getByRole("button", { name: "Really?" }).click();
  await expect(rows(page)).toHaveCount(2);
  await rows(page).filter({ hasText: "Miser" }).getByRole("link", { name: "Continue" }).click();
  await expect(openSquares(page).first()).toBeVisible();
  await expect(page.locator(".board .disc")).toHaveCount(6);
});

test("the rating is shown with its range, and a level that fits is played", { tag: "@short" }, async ({ page }) => {
  await openGames(page, ["1", "2", "3", "4"].map((id) => game(id, "5")));
  await expect(page.getByTestId("rating")).toContainText("probably between");
  await page.getByRole("button", { name: "Play a level that fits" }).click();
  await expect(page.getByText("Wane, level 7")).toBeVisible();
  await page.getByRole("button", { name: "New game" }).click();
  await expect(page.getByLabel("Choose the level for me")).toBeChecked();
});

test("the review of a game shows what each phase costs", async ({ page }) => {
  test.slow();
  await openGames(page, [game("1", "5"), game("2", "4", { settings: { ...game("2", "4").settings, colour: "O" } })]);
  await page.getByRole("button", { name: "Review 2 games" }).click();
  await expect(page.getByText("Reviewing game 1 of 2")).toBeVisible();
  await expect(page.getByText("In 2 reviewed games")).toBeVisible({ timeout: 120_000 });
  await expect(page.locator(".phases tr")).toHaveCount(3);
  // It is kept, also with the study of the game.
  await page.reload();
  await expect(page.getByText("In 2 reviewed games")).toBeVisible();
  await rows(page).first().getByRole("button", { name: "Analyse" }).click();
  await expect(page.getByRole("button", { name: "Review again" })).toBeVisible();
});

test("a browser that takes nothing still lists the game of this visit", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", { value: undefined });
  });
  await open(page);
  await openSquares(page).first().click();
  await page.getByRole("link", { name: "Games" }).click();
  await expect(rows(page)).toHaveCount(1);
});
