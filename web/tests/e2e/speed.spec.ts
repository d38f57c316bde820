// How fast the page of `wane serve` is on a slow phone: 1.6 Mbit/s, 150 ms to the server, and a processor that is four
// times slower. WANE is the path of the program with the page in it.

import { type ChildProcess, spawn } from "node:child_process";

import { expect, type Page, test } from "playwright/test";

import { openSquares, stealTime } from "./wane";

const WANE = process.env["WANE"] ?? "";
test.skip(WANE === "" && process.env["CI"] === undefined, "WANE is not set to the path of the program");

/** Limits in milliseconds after the start of the visit. */
const LIMITS = { board: 3_000, move: 6_000, full: 13_000 };

/** Limits of the figures that Lighthouse and others call LCP, CLS and TBT: milliseconds, a share, milliseconds. */
const BUDGET = { largestPaint: 2_500, shift: 0.05, blocking: 300 };

let server: ChildProcess | null = null;
let address = "";

test.beforeEach(async () => {
  const started = spawn(WANE, ["serve", "--port=0", "--json"]);
  server = started;
  const line = await new Promise<string>((resolve) => started.stdout.on("data", (data) => resolve(String(data))));
  address = `http://${(JSON.parse(line) as { address: string }).address}/`;
});
test.afterEach(() => server?.kill());

async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
  });
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Milliseconds since the start of the visit. */
function now(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}

test("on a slow phone the board comes first, then a move, then full strength", { tag: "@short" }, async ({ page }) => {
  await slowDown(page);
  const steal = stealTime();
  await page.goto(address);
  const square = (await openSquares(page).first().getAttribute("data-square")) ?? "";
  await page.locator(`[data-square="${square}"]`).click();
  await expect(page.locator(`[data-square="${square}"] .disc`)).toBeVisible();
  const board = await now(page);
  await expect(page.getByTestId("evaluation")).toHaveAttribute("data-full", "false");
  await expect(page.locator(".board .disc")).toHaveCount(6, { timeout: 30_000 });
  const move = await now(page);
  await expect(page.getByTestId("evaluation")).toHaveCount(0, { timeout: 30_000 });
  const full = await now(page);
  console.log(`a move on the board after ${board.toFixed(0)} ms, a reply after ${move.toFixed(0)}, all after ${full.toFixed(0)}`);
  const lost = stealTime() - steal;
  expect(board).toBeLessThan(LIMITS.board + lost);
  expect(move).toBeLessThan(LIMITS.move + lost);
  expect(full).toBeLessThan(LIMITS.full + lost);
});

test("the first paint, the shifts and the blocked time stay in their budget", { tag: "@short" }, async ({ page }) => {
  await slowDown(page);
  await page.addInitScript(() => {
    const seen = { largestPaint: 0, shift: 0, blocking: 0 };
    Object.assign(globalThis, { seen });
    const watch = (type: string, add: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
    watch("largest-contentful-paint", ({ startTime }) => {
      seen.largestPaint = startTime;
    });
    watch("layout-shift", (entry) => {
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
    });
    watch("longtask", ({ duration }) => {
      seen.blocking += Math.max(0, duration - 50);
    });
  });
  const steal = stealTime();
  // The full weights come after the board.
  const weights = page.waitForResponse((it) => it.url().includes("fewest.bin"));
  await page.goto(address);
  await openSquares(page).first().waitFor();
  await (await weights).finished();
  await page.waitForTimeout(1_000);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: typeof BUDGET }).seen);
  console.log(JSON.stringify(seen));
  const lost = stealTime() - steal;
  expect(seen.largestPaint).toBeLessThan(BUDGET.largestPaint + lost);
  expect(seen.shift).toBeLessThan(BUDGET.shift);
  expect(seen.blocking).toBeLessThan(BUDGET.blocking + lost);
});
