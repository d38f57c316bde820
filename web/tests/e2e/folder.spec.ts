// The page in a folder of a plain server, which sends no isolation headers and no content type for WebAssembly.

import { expect, test } from "playwright/test";

import { end, listen, plainServer } from "./plain-server";
import { open, openSquares, SMALL, status, waitForServiceWorker } from "./wane";

const PORT = 4176;
const FOLDER = "/some/folder/";
const DIST = new URL("../../dist/", import.meta.url);

test.use({ serviceWorkers: "allow", baseURL: `http://localhost:${PORT}${FOLDER}` });

const server = plainServer((path) => (path.startsWith(FOLDER) ? new URL(path.slice(FOLDER.length) || "index.html", DIST) : null));

test.beforeAll(() => listen(server, PORT));
test.afterAll(() => end(server));

test("the page plays, and from the second visit on shares memory and works offline", { tag: "@short" }, async ({ page, context }) => {
  await open(page, "", SMALL);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await openSquares(page).first().click();
  await expect(status(page)).toHaveText("Your move, Black");
  await waitForServiceWorker(page);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".cell.hinted").first()).toBeVisible();
});
