import { expect, type Page, test } from "playwright/test";

import { violations } from "./axe";
import { open, openSquares, SMALL, square, status, stealTime, waitForServiceWorker } from "./wane";

const SECTIONS = [
  "#/play",
  "#/analyse?g=f5d6c3&at=2",
  "#/learn",
  "#/learn/lesson",
  "#/learn/puzzles",
  "#/learn/daily",
  "#/learn/course",
  "#/learn/course?chapter=edges",
  "#/learn/openings",
  "#/learn/perfect",
  "#/games",
];

test("the first move is on the board within three seconds of a cold start", { tag: "@short" }, async ({ page }) => {
  const [start, steal] = [Date.now(), stealTime()];
  await open(page, "", { ...SMALL, size: 8, colour: "O" });
  await expect(page.locator(".cell.last")).toHaveCount(1);
  const [took, stolen] = [Date.now() - start, stealTime() - steal];
  console.log(`first move after ${took} ms, of which the host took ${stolen} ms`);
  expect(took - stolen).toBeLessThan(3000);
});

/** Records in the page when a search was told to stop, and when a worker reported its end. */
async function recordTimes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times: { what: string; at: number }[] = [];
    Object.assign(window, { times });
    const store = Atomics.store.bind(Atomics) as (array: Int32Array, index: number, value: number) => number;
    Atomics.store = ((array: Int32Array, index: number, value: number) => {
      times.push({ what: "stop", at: performance.now() });
      return store(array, index, value);
    }) as typeof Atomics.store;
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", ({ data }: MessageEvent<{ kind: string }>) => {
          times.push({ what: data.kind, at: performance.now() });
        });
      }
    };
  });
}

test("a search is cancelled in less than 50 ms", { tag: "@short" }, async ({ page }) => {
  await recordTimes(page);
  await open(page, "#/analyse?g=f5d6c3d3c4");
  const waits: number[] = [];
  for (let round = 0; round < 5; round++) {
    await expect(page.getByTestId("depth")).toBeVisible();
    await page.waitForTimeout(400);
    const steal = stealTime();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.waitForTimeout(200);
    const wait = await page.evaluate(() => {
      const { times } = window as unknown as { times: { what: string; at: number }[] };
      const stop = times.findLastIndex((it) => it.what === "stop");
      const end = times.slice(stop).find((it) => it.what === "end");
      return end === undefined ? Infinity : end.at - (times[stop]?.at ?? 0);
    });
    waits.push(Math.max(0, wait - (stealTime() - steal)));
    await page.getByRole("button", { name: "Resume" }).click();
  }
  console.log(`cancelled after ${waits.map((it) => it.toFixed(1)).join(", ")} ms without steal time`);
  expect(Math.max(...waits)).toBeLessThan(50);
});

test("without shared memory the spare worker takes over", async ({ page }) => {
  await page.route("**/*", async (route) => {
    const response = await route.fetch();
    const headers = Object.entries(response.headers()).filter(([name]) => !name.startsWith("cross-origin"));
    await route.fulfill({ response, headers: Object.fromEntries(headers) });
  });
  await open(page, "#/analyse?g=f5d6c3");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight"]) {
    await page.keyboard.press(key);
    await expect(page.getByTestId("depth")).toBeVisible({ timeout: 3000 });
  }
});

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds no violation, ${scheme}`, { tag: scheme === "light" ? "@short" : "@long" }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const section of SECTIONS) {
      await open(page, section);
      await page.reload();
      await expect(page.getByRole("main")).toBeVisible();
      await page.waitForTimeout(300);
      expect(await violations(page), section).toEqual([]);
    }
    await open(page, "#/play");
    await page.getByRole("button", { name: "New game" }).click();
    expect(await violations(page), "new game").toEqual([]);
    await page.keyboard.press("Escape");
    await open(page, "#/analyse?s=4&g=b1a3b4c1d2a1a2d3a4d1d4c4");
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByText("Open, share, save").click();
    await expect(page.getByText("Black: 100 % good")).toBeVisible();
    expect(await violations(page), "a review").toEqual([]);
  });
}

test("no section and no dialog is wider than a small phone, in any language", { tag: "@short" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  for (const language of ["en", "zh", "ja"]) {
    await page.addInitScript((it) => localStorage.setItem("wane.language", JSON.stringify(it)), language);
    for (const section of SECTIONS) {
      await page.goto("about:blank");
      await open(page, section);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${language} ${section}`).toBeLessThanOrEqual(320);
    }
    await open(page, "#/play");
    for (const button of ["header button", ".wide"]) {
      await page.locator(button).click();
      const { right, beyond } = await page.locator("dialog").evaluate((it) => ({
        right: it.getBoundingClientRect().right,
        beyond: it.scrollWidth - it.clientWidth,
      }));
      expect(right, `${language} ${button}`).toBeLessThanOrEqual(320);
      expect(beyond, `${language} ${button}`).toBe(0);
      await page.keyboard.press("Escape");
    }
  }
});

test("the chosen language is stored", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("ja");
  await expect(page.getByRole("link", { name: "対局", exact: true })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await page.reload();
  await expect(page.getByRole("link", { name: "検討" })).toBeVisible();
});

test("the page uses the first language of the browser", async ({ browser }) => {
  const context = await browser.newContext({ locale: "zh-CN" });
  const page = await context.newPage();
  await open(page);
  await expect(page.getByRole("link", { name: "对局", exact: true })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await context.close();
});

test("the chosen theme is stored", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Colours" }).selectOption("dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("the page opens and plays offline", { tag: "@short" }, async ({ page, context }) => {
    await open(page, "", SMALL);
    await waitForServiceWorker(page);
    await context.setOffline(true);
    await page.reload();
    await square(page, "b1").click();
    await expect(status(page)).toHaveText("Your move, Black");
    await openSquares(page).first().click();
    await expect(page.getByTestId("live")).toHaveText(/Your move|You win|You lose|draw|no move/);
  });
});

test("a browser without SIMD gets the other module", { tag: "@short" }, async ({ page }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  const programs: string[] = [];
  page.on("request", (request) => {
    const [, name] = /engine\/(.*\.wasm)/.exec(request.url()) ?? [];
    if (name !== undefined) programs.push(name);
  });
  await open(page, "", SMALL);
  await openSquares(page).first().click();
  await expect(status(page)).toHaveText("Your move, Black");
  expect(programs).toEqual(["rules.wasm", "wane.wasm"]);
});

test("without its engine the page shows an error", { tag: "@short" }, async ({ page }) => {
  await page.route("**/*.wasm?*", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("./");
  await expect(page.getByRole("heading", { name: "The engine could not be started" })).toBeVisible();
  await page.unroute("**/*.wasm?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
});

test("the page can be installed", async ({ page }) => {
  await open(page);
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = (await (await page.request.get(href ?? "")).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok(), src).toBe(true);
});
