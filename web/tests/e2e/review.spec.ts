// The review of a game is the same in the program and in the page, with SIMD and without, and is fast enough. WANE is the
// path of the program.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { type Browser, expect, type Page, test } from "playwright/test";

import type { MoveReviewText } from "../../src/wane/messages";
import { open, stealTime } from "./wane";

const WANE = process.env["WANE"] ?? "";
test.skip(WANE === "" && process.env["CI"] === undefined, "WANE is not set to the path of the program");

/** Games of levels 2, 5 and 9 and of random moves, from `wane match 2 5 9 random`. */
const GAMES = readFileSync(new URL("./games.txt", import.meta.url), "utf8").trim().split("\n");

/** A review without what belongs to the search alone. */
function marksOf(moves: MoveReviewText[]): object[] {
  return moves.map(({ number, side, played, loss, severity, values, depth, score, exact, wld, move, pv }) => {
    return { number, side, played, loss, severity, values, depth, score, exact, wld, move, pv };
  });
}

/** The review of the program. */
function askProgram(game: string): object[] {
  const output = execFileSync(WANE, ["analyze", "--json", game], { encoding: "utf8" });
  const lines = output.trim().split("\n").map((line) => JSON.parse(line) as object);
  // The last line is the summary.
  return marksOf(lines.slice(0, -1) as MoveReviewText[]);
}

/** The review of the page, as it keeps it, and the seconds that it took. */
async function askPage(page: Page, game: string): Promise<{ marks: object[]; seconds: number }> {
  await page.goto("about:blank");
  await open(page, `#/analyse?g=${game}&at=0`);
  await expect(page.getByTestId("evaluation")).toHaveAttribute("data-full", "true");
  const [begun, steal] = [performance.now(), stealTime()];
  await page.getByRole("button", { name: "Review the game" }).click();
  await expect(page.locator(".summary")).toBeVisible({ timeout: 110_000 });
  const seconds = (performance.now() - begun - (stealTime() - steal)) / 1000;
  const id = new URL(page.url()).hash.match(/study=(\w+)/)?.[1] ?? "";
  const kept = await page.evaluate(async (key) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("wane");
      request.addEventListener("success", () => resolve(request.result));
    });
    const request = database.transaction("studies").objectStore("studies").get(key);
    await new Promise((resolve) => request.addEventListener("success", resolve));
    return request.result as { review: { moves: MoveReviewText[] } };
  }, id);
  return { marks: marksOf(kept.review.moves), seconds };
}

async function pageWith(browser: Browser, hasSimd: boolean): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript((simd) => {
    if (!simd) WebAssembly.validate = () => false;
    localStorage.setItem("wane.analysis", JSON.stringify({ seconds: 5, workers: 2, megabytes: 16, lines: 1 }));
  }, hasSimd);
  return page;
}

async function compare(browser: Browser, games: readonly string[]): Promise<void> {
  const pages = [await pageWith(browser, true), await pageWith(browser, false)] as const;
  for (const game of games) {
    const expected = askProgram(game);
    expect(expected.length).toBe(game.length / 2);
    for (const page of pages) expect((await askPage(page, game)).marks, game).toEqual(expected);
  }
}

test("program and page give the same review of a game", { tag: "@short" }, async ({ browser }) => {
  test.setTimeout(300_000);
  await compare(browser, GAMES.slice(0, 1));
});

test("program and page give the same review of twenty games", async ({ browser }) => {
  test.setTimeout(3_600_000);
  expect(GAMES.length).toBe(20);
  await compare(browser, GAMES);
});

test("60 moves take less than 30 s on two workers, and 90 s on a slow device", async ({ browser }) => {
  test.setTimeout(300_000);
  const [game = ""] = GAMES;
  const page = await pageWith(browser, true);
  const { seconds } = await askPage(page, game);
  console.log(`${game.length / 2} moves in ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(30);
  // A browser cannot slow down its workers. A device that is four times slower takes four times as long.
  expect(4 * seconds).toBeLessThan(90);
});
