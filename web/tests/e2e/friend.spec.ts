// A game with a friend by link: two browsers that share nothing but the links.

import { type Browser, expect, type Page, test } from "playwright/test";

import { open, openSquares, position, square, status } from "./wane";

const BY_LINK = { size: 4, objective: "fewest", opponent: "link", colour: "X", minutes: 0, start: null } as const;

async function newBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return context.newPage();
}

/** The link that a player has to send. */
function link(page: Page): Promise<string> {
  return page.getByRole("textbox", { name: "The link for your friend" }).inputValue();
}

test("two friends play by links", { tag: "@short" }, async ({ browser }) => {
  const [ada, bo] = [await newBrowser(browser), await newBrowser(browser)];
  await open(ada, "", BY_LINK);
  await square(ada, "b1").click();
  await expect(status(ada)).toHaveText("Waiting for White: send the link");
  await open(bo, await link(ada));
  expect(await position(bo)).toBe(await position(ada));
  await expect(status(bo)).toHaveText("Your move, White");
  await openSquares(bo).first().click();
  await open(ada, await link(bo));
  await expect(status(ada)).toHaveText("Your move, Black");
  expect(await position(ada)).toBe(await position(bo));
  // An old link shows the game as it is now.
  const old = await link(bo);
  await openSquares(ada).first().click();
  await open(ada, old);
  await expect(status(ada)).toHaveText(/Waiting for White/);
  // No move can be taken back, and the engine gives no hints.
  await expect(ada.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
});

test("a link with other moves than those of the game is refused", { tag: "@short" }, async ({ browser }) => {
  const [ada, bo] = [await newBrowser(browser), await newBrowser(browser)];
  await open(ada, "", BY_LINK);
  await square(ada, "b1").click();
  const first = await link(ada);
  await open(bo, first);
  await openSquares(bo).first().click();
  await open(ada, await link(bo));
  await openSquares(ada).first().click();
  // Bo answers the first link again in another browser, and with another move.
  const other = await newBrowser(browser);
  await open(other, first);
  await openSquares(other).last().click();
  const before = await position(ada);
  await open(ada, await link(other));
  await expect(ada.getByRole("alert")).toContainText("not those of your game");
  expect(await position(ada)).toBe(before);
  await open(bo, first.replace("g=b1", "g=a2"));
  await expect(bo.getByRole("alert")).toContainText("The link is damaged");
});
