// The website that `cargo xtask site` has made in the folder SITE.

import { pathToFileURL } from "node:url";

import { expect, type Page, test } from "playwright/test";

import { findings } from "./axe";
import { end, listen, plainServer } from "./plain-server";

const PORT = 4178;
const SITE = process.env["SITE"];
const PAGES = ["", "book/", "book/install.html", "book/methods/002-solver.html"];

test.skip(SITE === undefined, "SITE names no folder");
test.use({ baseURL: `http://localhost:${PORT}/` });

const folder = pathToFileURL(`${SITE}/`);
const server = plainServer((path) => new URL(`.${path.endsWith("/") ? `${path}index.html` : path}`, folder));

test.beforeAll(() => listen(server, PORT));
test.afterAll(() => end(server));

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

for (const scheme of ["light", "dark"] as const) {
  test(`every kind of page can be read on a phone and has no serious finding, ${scheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const serious: string[] = [];
    for (const path of PAGES) {
      await page.goto(`http://localhost:${PORT}/${path}`);
      expect(await overflow(page), path).toBeLessThanOrEqual(0);
      for (const { id, impact, nodes } of await findings(page)) {
        if (impact === "serious" || impact === "critical") serious.push(`${path}: ${id}: ${nodes[0]?.html}`);
      }
    }
    expect(serious).toEqual([]);
    await context.close();
  });
}

test("the first screen leads to a game", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("link", { name: "Play now" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
});

test("the book is searched without a network", async ({ page, context }) => {
  await page.goto("./book/rules.html");
  await page.keyboard.press("s");
  // The index comes after the page, or when the search is first opened.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.keyboard.type("sandbox");
  await expect(page.locator("#mdbook-searchresults li").first()).toContainText(/sandbox/i);
});
