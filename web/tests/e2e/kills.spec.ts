// A tab that dies loses nothing but the last second. The process of the page is killed at random moments.

import { type BrowserContext, expect, type Page, test } from "playwright/test";

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

/**
 * Makes moves in a section until a random moment, kills the page, and opens the address again. All moves that were made
 * more than a second before must be there.
 */
async function killOnce(context: BrowserContext, section: string, list: string, next: (below: number) => number): Promise<void> {
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
  const shown = await page.locator(list).count();
  const last = performance.now();
  const address = page.url();
  await kill(page);
  // Moves of the last second may be lost.
  const young = made.filter((at) => at > last - 1_000).length;
  page = await context.newPage();
  await open(page, address);
  await expect.poll(() => page.locator(list).count(), { timeout: 5_000 }).toBeGreaterThanOrEqual(shown - young);
  await page.close();
}

for (const [what, section, list, kills] of [
  ["play", "#/play", ".record .move", 25],
  ["study", "#/analyse", ".moves .move", 25],
] as const) {
  test(`${kills} kills during ${what} lose at most a second`, async ({ browser }) => {
    test.setTimeout(600_000);
    const next = random(kills + what.length);
    for (let round = 0; round < kills; round++) {
      const context = await browser.newContext();
      await context.addInitScript((text) => localStorage.setItem("wane.settings", text), JSON.stringify({ ...SMALL, size: 8, opponent: "friend" }));
      await killOnce(context, section, list, next);
      await context.close();
    }
  });
}

test("a kill during play or study loses at most a second", { tag: "@short" }, async ({ browser }) => {
  const next = random(7);
  for (const [section, list] of [
    ["#/play", ".record .move"],
    ["#/analyse", ".moves .move"],
  ] as const) {
    const context = await browser.newContext();
    await context.addInitScript((text) => localStorage.setItem("wane.settings", text), JSON.stringify({ ...SMALL, size: 8, opponent: "friend" }));
    await killOnce(context, section, list, next);
    await context.close();
  }
});
