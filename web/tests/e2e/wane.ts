// Helpers for the tests of the page.

import { readFileSync } from "node:fs";

import { expect, type Locator, type Page } from "playwright/test";

import type { Settings } from "../../src/play/settings";

/** The settings of a short game. */
export const SMALL: Settings = { size: 4, objective: "fewest", opponent: "1", colour: "X", minutes: 0, start: null };

/**
 * The time in milliseconds that the host of a virtual machine has taken from its processors; 0 where the system does
 * not count it. It tells a slow page from a slow machine.
 */
export function stealTime(): number {
  try {
    const [total = ""] = readFileSync("/proc/stat", "utf8").split("\n");
    // Hundredths of a second, the eighth number after the word "cpu".
    return 10 * Number(total.split(/\s+/)[8] ?? 0);
  } catch {
    return 0;
  }
}

/** Opens a section or an address; `settings` replace the default settings of the game. */
export async function open(page: Page, where = "", settings: Settings | null = null): Promise<void> {
  if (settings !== null) {
    await page.addInitScript((text) => localStorage.setItem("wane.settings", text), JSON.stringify(settings));
  }
  await page.goto(where.startsWith("http") ? where : `./${where}`);
  await expect(page.getByRole("navigation")).toBeVisible();
}

export function square(page: Page, name: string): Locator {
  return page.locator(`[data-square="${name}"]`);
}

/** The legal squares. */
export function openSquares(page: Page): Locator {
  return page.locator(".cell.open");
}

/** The position on the board, row by row. */
export async function position(page: Page): Promise<string> {
  const discs = await page.locator(".cell").evaluateAll((cells) => cells.map((it) => it.getAttribute("data-disc")));
  return discs.join("");
}

export function status(page: Page): Locator {
  return page.getByTestId("status");
}

export const OVER = /win|lose|draw/;

/** Waits for the player's turn, and plays forced passes; false if the game is over. */
export async function isMyTurn(page: Page, pass: () => Promise<void>): Promise<boolean> {
  for (;;) {
    await expect(status(page)).toHaveText(/Your move|You win|You lose|draw|Black has no move/);
    const text = (await status(page).textContent()) ?? "";
    if (text.startsWith("Your move")) return true;
    if (OVER.test(text)) return false;
    await pass();
    await expect(status(page)).not.toHaveText(text);
  }
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((it) => it === document.activeElement || it.contains(document.activeElement))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the element never got the focus");
}

/** Waits until the service worker is active. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active === null || active.state === "activated") return;
    await new Promise((resolve) => active.addEventListener("statechange", resolve));
  });
}
