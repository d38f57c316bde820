// What earlier versions have stored and shared is still read. fixtures/golden has a folder for each release;
// UPDATE=1 makes the files of this version, if it has none.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, type Page, test } from "playwright/test";

import { open, position, SMALL, square } from "./wane";

const GOLDEN = "../fixtures/golden";
const { version } = JSON.parse(readFileSync("engine/package.json", "utf8")) as { version: string };

interface Link {
  address: string;
  /** The board behind it. */
  board: string;
}

/** Plays and studies, and keeps a copy of everything and links of every kind. */
async function make(page: Page, folder: string): Promise<void> {
  await open(page, "", { ...SMALL, opponent: "link" });
  await square(page, "b1").click();
  const letter = await page.getByRole("textbox", { name: "The link for your friend" }).inputValue();
  const links = [{ address: new URL(letter).hash, board: await position(page) }];
  await open(page, "#/analyse?g=f5d6c3");
  await expect(page.locator(".move")).toHaveCount(3);
  await page.keyboard.press("ArrowLeft");
  await square(page, "c4").click();
  await expect(page.locator(".variation")).toHaveCount(1);
  links.push(await link(page));
  for (const hash of ["s=6&v=standard&g=c2d2", "s=4&b=-X---XX--XO-----&t=O&g=a3"]) {
    await open(page, `#/analyse?${hash}`);
    links.push(await link(page));
  }
  writeFileSync(join(folder, "links.json"), `${JSON.stringify(links, null, 1)}\n`);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a copy" }).click();
  writeFileSync(join(folder, "page.json"), readFileSync(await (await download).path()));
}

/** The address of what is shown, without the server. */
async function link(page: Page): Promise<Link> {
  await page.waitForTimeout(500);
  return { address: new URL(page.url()).hash, board: await position(page) };
}

test("this version has golden files", { tag: "@short" }, async ({ page }) => {
  const folder = join(GOLDEN, version);
  if (process.env["UPDATE"] !== undefined && !existsSync(join(folder, "page.json"))) await make(page, folder);
  expect(existsSync(join(folder, "page.json")), "make them: UPDATE=1 npm run e2e -- golden").toBe(true);
});

for (const name of readdirSync(GOLDEN)) {
  test(`what version ${name} has stored is read`, { tag: "@short" }, async ({ page }) => {
    const file = join(GOLDEN, name, "page.json");
    const { games, studies } = JSON.parse(readFileSync(file, "utf8")) as { games: object[]; studies: object[] };
    await open(page);
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a copy" }).click();
    await (await chooser).setFiles(file);
    await expect(page.getByText(`The copy has ${games.length + studies.length} games and studies`)).toBeVisible();
    await page.goto("about:blank");
    await open(page, "#/games");
    await expect(page.locator(".game-row")).toHaveCount(games.length);
  });

  test(`links of version ${name} are opened`, { tag: "@short" }, async ({ page }) => {
    const links = JSON.parse(readFileSync(join(GOLDEN, name, "links.json"), "utf8")) as Link[];
    for (const { address, board } of links) {
      await page.goto("about:blank");
      await open(page, address);
      await expect.poll(() => position(page), address).toBe(board);
    }
  });
}
