// A tab that dies loses nothing but the last second. The process of the page is killed at random moments.

import { type Browser, type BrowserContext, expect, type Page, test } from "playwright/test";

import { open, openSquares, SMALL } from "./wane";

/** Kills the process of a page. */
async function kill(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  client.send("Page.crash").catch(() => {
    // The process dies before it answers.
  });
  await crashed;
  await page.close();
}

/** A seeded random number below a limit, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A part of the page, and how much has been done there. */
interface Part {
  what: string;
  section: string;
  kills: number;
  measure: (page: Page) => Promise<number>;
}

const PARTS: readonly Part[] = [
  { what: "play", section: "#/play", kills: 17, measure: (page) => page.locator(".record .move").count() },
  { what: "study", section: "#/analyse", kills: 17, measure: (page) => page.locator(".moves .move").count() },
  { what: "training", section: "#/learn/puzzles", kills: 16, measure: tries },
];

/** The moves of the puzzle that is under way, right and wrong ones. */
function tries(page: Page): Promise<number> {
  return page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("wane.trainer") ?? "null") as { moves: string[]; wrong: number } | null;
    return kept === null ? 0 : kept.moves.length + kept.wrong;
  });
}

/** A browser whose games are between friends, and whose puzzles are played out. */
async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  const values = {
    "wane.settings": { ...SMALL, size: 8, opponent: "friend" },
    "wane.puzzle-filter": { kind: "hold", difficulty: "all" },
  };
  await context.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, JSON.stringify(value));
  }, values);
  return context;
}

/**
 * Makes moves in a section until a random moment, kills the page, and opens the address again. All moves that were made
 * more than a second before must be there.
 */
async function killOnce(context: BrowserContext, { section, measure }: Part, next: (below: number) => number): Promise<void> {
  let page = await context.newPage();
  await open(page, section);
  const made: number[] = [];
  const end = performance.now() + 300 + next(2_500);
  while (performance.now() < end) {
    const squares = openSquares(page);
    const count = await squares.count();
    if (count === 0) break;
    await squares.nth(next(count)).click({ timeout: 2_000 }).catch(() => {
      // The position has changed.
    });
    made.push(performance.now());
    await page.waitForTimeout(next(150));
  }
  const shown = await measure(page);
  const last = performance.now();
  const address = page.url();
  await kill(page);
  // Moves of the last second may be lost.
  const young = made.filter((at) => at > last - 1_000).length;
  page = await context.newPage();
  await open(page, address);
  await expect.poll(() => measure(page), { timeout: 5_000 }).toBeGreaterThanOrEqual(shown - young);
  await page.close();
}

for (const part of PARTS) {
  const { what, kills } = part;
  test(`${kills} kills during ${what} lose at most a second`, async ({ browser }) => {
    test.setTimeout(600_000);
    const next = random(kills + what.length);
    for (let round = 0; round < kills; round++) {
      const context = await newContext(browser);
      await killOnce(context, part, next);
      await context.close();
    }
  });
}

test("a kill during play, study or training loses at most a second", { tag: "@short" }, async ({ browser }) => {
  const next = random(7);
  for (const part of PARTS) {
    const context = await newContext(browser);
    await killOnce(context, part, next);
    await context.close();
  }
});
