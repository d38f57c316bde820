// The npm package @wane/engine in a page with a script tag, in a page with a bundler, and in Node. `node engine/build.mjs`
// builds it before.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { expect, test } from "playwright/test";
import { build } from "vite";

import { end, listen, plainServer } from "./plain-server";

const PORT = 4177;
const PACKAGE = fileURLToPath(new URL("../../engine/dist/", import.meta.url));
const EXAMPLES = new URL("../../../docs/examples/", import.meta.url);

/** A folder in which the package is installed. */
const folder = mkdtempSync(join(tmpdir(), "wane-package-"));
const server = plainServer((path) => new URL(`.${path}`, pathToFileURL(`${folder}/`)));

test.beforeAll(async () => {
  mkdirSync(join(folder, "node_modules/@wane"), { recursive: true });
  symlinkSync(PACKAGE, join(folder, "node_modules/@wane/engine"));
  for (const name of ["engine.html", "engine.mjs"]) cpSync(new URL(name, EXAMPLES), join(folder, name));
  await listen(server, PORT);
});
test.afterAll(() => {
  end(server);
  rmSync(folder, { recursive: true });
});

test("the page of the docs plays a game with a script tag", { tag: "@short" }, async ({ page }) => {
  await page.goto(`http://localhost:${PORT}/engine.html`);
  await expect(page.locator("pre")).toContainText("fewer discs win", { timeout: 60_000 });
});

test("a page with a bundler gets a move and can stop a search", { tag: "@short" }, async ({ page }) => {
  writeFileSync(join(folder, "index.html"), '<body><script type="module" src="./main.ts"></script>');
  writeFileSync(
    join(folder, "main.ts"),
    `import { createWane } from "@wane/engine";
     const wane = await createWane({ workers: 2 });
     wane.think({ ask: "analyse", ...wane.start(), lines: 4, within: {} }, () => {}).cancel();
     document.body.append(await wane.choose(wane.start(), { player: 3 }));`,
  );
  await build({ root: folder, base: "./", logLevel: "warn", build: { target: "es2022", outDir: "built" } });
  await page.goto(`http://localhost:${PORT}/built/index.html`);
  await expect(page.locator("body")).toHaveText(/^(c4|d3|e6|f5)$/, { timeout: 60_000 });
});

test("the lines of the docs for Node print a move", { tag: "@short" }, () => {
  const printed = execFileSync("node", ["engine.mjs"], { cwd: folder, encoding: "utf8", timeout: 60_000 });
  expect(printed).toMatch(/^[a-h][1-8]\n$/);
});
