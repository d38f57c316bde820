// The page in a folder of a plain server, which sends no isolation headers and no content type for WebAssembly.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { expect, test } from "playwright/test";

import { open, openSquares, SMALL, status, waitForServiceWorker } from "./wane";

const PORT = 4176;
const FOLDER = "/some/folder/";
const DIST = new URL("../../dist/", import.meta.url);
const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };

test.use({ serviceWorkers: "allow", baseURL: `http://localhost:${PORT}${FOLDER}` });

const server = createServer(({ url = "" }, response) => {
  const name = url.slice(FOLDER.length).replace(/\?.*/, "") || "index.html";
  try {
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    const file = readFileSync(new URL(name, DIST));
    response.writeHead(200, { "Content-Type": type }).end(file);
  } catch {
    response.writeHead(404, {}).end("");
  }
});

test.beforeAll(() => new Promise<void>((resolve) => server.listen(PORT, resolve)));
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

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
