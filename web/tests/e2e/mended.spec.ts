// Faults that were found by hand, each with a test that failed before.

import { expect, test } from "playwright/test";

import { open, openSquares, position, SMALL, square, status } from "./wane";

test("discs and squares can be told apart with forced colours", { tag: "@short" }, async ({ page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await open(page, "#/play");
    const colour = (selector: string) =>
      page.locator(selector).first().evaluate((it) => getComputedStyle(it).backgroundColor);
    const [black, white, cell, board] = await Promise.all(
      [".cell .disc.black", ".cell .disc.white", ".cell", ".board"].map(colour),
    );
    expect(black, colorScheme).not.toBe(white);
    expect(cell, colorScheme).not.toBe(board);
    expect(await colour("nav a[aria-current]"), colorScheme).not.toBe(await colour("nav a:not([aria-current])"));
    await page.getByRole("button", { name: "New game" }).click();
    const chosen = await colour(".segments input:checked + span");
    expect(chosen, colorScheme).not.toBe(await colour(".segments input:not(:checked) + span"));
    await page.keyboard.press("Escape");
  }
});

test("the arrow keys step through the game after a click on the board", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse?g=f5d6");
  await square(page, "c3").click();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("[aria-current=step]")).toHaveText("2d6");
});

test("a forced pass can be made without scrolling on a small phone", { tag: "@short" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "", { ...SMALL, opponent: "friend", start: "XO-------------- O" });
  await expect(page.getByRole("button", { name: "Pass" })).toBeInViewport({ ratio: 1 });
});

test("the whole board is visible on a phone on its side", { tag: "@short" }, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  for (const section of ["#/play", "#/analyse?g=f5d6"]) {
    await open(page, section);
    for (const name of ["a1", "h8"]) await expect(square(page, name), section).toBeInViewport({ ratio: 1 });
  }
});

test("no player has the turn after a resignation", async ({ page }) => {
  await open(page, "", SMALL);
  await expect(page.locator(".player.turn")).toHaveCount(1);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really?" }).click();
  await expect(page.locator(".player.turn")).toHaveCount(0);
});

test("a clock runs on while another section is visited", { tag: "@short" }, async ({ page }) => {
  await page.clock.install();
  await open(page, "", { ...SMALL, opponent: "friend", minutes: 1 });
  await expect(page.getByRole("timer").first()).toHaveText("1:00");
  await page.getByRole("link", { name: "Learn" }).click();
  await page.clock.runFor(30_000);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect(page.getByRole("timer").last()).toHaveText(/0:(30|29)/);
});

test("the opponent moves while another section is visited", async ({ page }) => {
  await open(page, "", { ...SMALL, size: 8, opponent: "20" });
  await openSquares(page).first().click();
  await page.getByRole("link", { name: "Analyse" }).click();
  await expect(page.getByTestId("depth")).toBeVisible();
  await page.waitForTimeout(2500);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect(status(page)).toHaveText("Your move, Black");
});

test("the mistakes are those of the last game, not of the study", { tag: "@short" }, async ({ page }) => {
  await open(page, "", { ...SMALL, opponent: "friend" });
  await square(page, "b1").click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really?" }).click();
  await page.evaluate(() => {
    location.hash = "#/analyse?s=6&g=";
  });
  await expect(page.locator(".cell")).toHaveCount(36);
  await page.getByRole("link", { name: "Learn" }).click();
  await page.getByRole("link", { name: "Learn from your mistakes" }).click();
  await expect(page.getByText("No bad move was found.")).toBeVisible();
  await page.getByRole("link", { name: "Analyse" }).first().click();
  await expect(page.locator(".cell")).toHaveCount(16);
});

test("an agent does not play the normal game", async ({ page }) => {
  await open(page, "", { ...SMALL, opponent: "greedy" });
  await page.evaluate(() => {
    location.hash = "#/analyse?s=4&v=standard&g=b1";
  });
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(page.locator(".player .name", { hasText: "Wane, level" })).toBeVisible();
});

test("a position is exported as it is shown", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse?s=4&g=b1a3b4&at=1");
  const shown = await position(page);
  await page.getByText("Open, share, save").click();
  for (const format of ["board", "obf"]) {
    await page.getByRole("combobox", { name: "Format" }).selectOption(format);
    await page.getByRole("button", { name: "Copy as text" }).click();
    const text = await page.getByRole("textbox", { name: "The game as text" }).inputValue();
    expect(text.replaceAll("\n", ""), format).toContain(shown);
  }
});

test("a variation is exported whole, and the page says what is left out", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/analyse?s=4&g=b1a3b4");
  await page.getByRole("button", { name: "To the start" }).click();
  for (const name of ["a2", "c1", "d2"]) await square(page, name).click();
  await page.getByRole("button", { name: "One move back" }).click();
  await page.getByText("Open, share, save").click();
  await page.getByRole("button", { name: "Copy as text" }).click();
  await expect(page.getByRole("textbox", { name: "The game as text" })).toHaveValue(/^a2c1d2/);
  await page.context().grantPermissions(["clipboard-write"]);
  await page.getByRole("button", { name: "Copy as text" }).click();
  await expect(page.getByText("without the other variations")).toBeVisible();
});

test("the engine plays before its weights have come, and says so", { tag: "@short" }, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/fewest.bin*", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, "#/play");
  await openSquares(page).first().click();
  await expect(page.locator(".board .disc")).toHaveCount(6);
  await expect(page.getByTestId("evaluation")).toHaveText(/small evaluation/);
  release();
  await expect(page.getByTestId("evaluation")).toHaveCount(0);
  await page.getByRole("link", { name: "Analyse" }).click();
  await expect(page.getByTestId("evaluation")).toHaveText(/full evaluation/);
});

test("the weights for the normal game are loaded when that game is chosen", { tag: "@short" }, async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    const [, name] = /engine\/(\w+\.bin)/.exec(request.url()) ?? [];
    if (name !== undefined) loaded.push(name);
  });
  await open(page, "#/analyse");
  await expect(page.getByTestId("evaluation")).toHaveText(/full evaluation/);
  expect(new Set(loaded)).toEqual(new Set(["fewest.bin"]));
  await open(page, "#/analyse?v=standard&g=f5d6c3");
  await expect(page.getByTestId("evaluation")).toHaveText(/full evaluation/);
  expect(loaded).toContain("most.bin");
});

test("a normal game is reviewed, too", async ({ page }) => {
  await open(page, "#/analyse?v=standard&g=f5d6c3");
  await page.getByRole("button", { name: "Review the game" }).click();
  await expect(page.locator(".summary")).toBeVisible({ timeout: 60_000 });
});

test("the browser is asked to keep the games once there is one", async ({ page }) => {
  await page.addInitScript(() => {
    const asked = { times: 0 };
    Object.assign(globalThis, { asked });
    navigator.storage.persist = async () => {
      asked.times++;
      return true;
    };
  });
  const times = () => page.evaluate(() => (globalThis as unknown as { asked: { times: number } }).asked.times);
  await open(page, "", SMALL);
  expect(await times()).toBe(0);
  await openSquares(page).first().click();
  await expect(openSquares(page).first()).toBeVisible();
  expect(await times()).toBe(1);
});

test("moves with different scores have different marks", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6c3d3c4");
  await expect(page.locator(".mark").first()).toHaveText(/^[+−]?\d+\.\d$/);
});

test("a damaged link gets an explanation", { tag: "@short" }, async ({ page }) => {
  for (const link of ["#/analyse?g=f5xx", "#/analyse?s=5&g=", "#/analyse?x=1"]) {
    await page.goto("about:blank");
    await open(page, link);
    await expect(page.getByRole("alert"), link).toContainText("The link is damaged");
  }
});

test("an analysis ends after its time, and sleeps while the page is hidden", { tag: "@short" }, async ({ page }) => {
  await page.addInitScript(() => {
    const settings = { seconds: 5, workers: 1, megabytes: 16, lines: 64 };
    localStorage.setItem("wane.analysis", JSON.stringify(settings));
    const told: number[] = [];
    Object.assign(window, { told });
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", () => told.push(performance.now()));
      }
    };
  });
  await open(page, "#/analyse?g=f5d6c3d3c4");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForTimeout(300);
  const count = () => page.evaluate(() => (window as unknown as { told: number[] }).told.length);
  const before = await count();
  await page.waitForTimeout(2000);
  expect(await count()).toBe(before);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page.getByRole("button", { name: "Go deeper" })).toBeVisible({ timeout: 15_000 });
  await page.getByRole("button", { name: "Go deeper" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("the settings of the analysis are remembered", async ({ page }) => {
  await open(page, "#/analyse?g=f5d6c3d3c4");
  await page.getByRole("button", { name: "Engine settings" }).click();
  await page.getByRole("combobox", { name: "Moves with a score" }).selectOption("2");
  await page.keyboard.press("Escape");
  await expect(page.locator(".mark")).toHaveCount(2);
  await page.reload();
  await expect(page.locator(".mark")).toHaveCount(2);
});

test("a review is the same each time, with one worker or several", { tag: "@short" }, async ({ browser }) => {
  test.setTimeout(120_000);
  const found: string[] = [];
  for (const workers of [1, 2, 2]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript((count) => {
      const settings = { seconds: 20, workers: count, megabytes: 16, lines: 64 };
      localStorage.setItem("wane.analysis", JSON.stringify(settings));
    }, workers);
    await open(page, "#/analyse?g=f5d6c3d3c4f4c5b4b3f6");
    await page.getByRole("button", { name: "Review the game" }).click();
    await expect(page.locator(".summary")).toBeVisible({ timeout: 60_000 });
    found.push(JSON.stringify([await page.locator(".summary").innerText(), await page.locator(".graph .value").getAttribute("d")]));
    await context.close();
  }
  expect(new Set(found).size).toBe(1);
});
