// Takes the screenshots of the page for the documents, docs/images/web/*.png, and makes the picture of link previews,
// public/preview.jpg.

import { fileURLToPath } from "node:url";

import { chromium } from "playwright";
import { preview } from "vite";

const TO = new URL("../../docs/images/web/", import.meta.url);
const PREVIEW = new URL("../public/preview.jpg", import.meta.url);
const DEVICES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
};

/** A game of level 6 against level 4. */
const GAME =
  "c4c3d3e3d2c6f3c5f4g4b3c2d6f2f5d1e2d7b4b5e6f6a6e1g5a2b2h6b6g6" +
  "c1b1c7a3g3h3g2h2a1a5a4b8g1f1c8a7b7d8e7e8f8f7g8g7h5h1h8h7a8h4";

const server = await preview({ root: fileURLToPath(new URL("..", import.meta.url)), preview: { port: 4174 } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

try {
  await linkPicture();
  for (const [device, viewport] of Object.entries(DEVICES)) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: "en",
        reducedMotion: "reduce",
        baseURL: "http://localhost:4174",
        serviceWorkers: "block",
      });
      for (const [name, show] of Object.entries({ play, analyse, lesson })) {
        const page = await context.newPage();
        await show(page);
        await page.screenshot({ path: fileURLToPath(new URL(`${name}-${device}-${colorScheme}.png`, TO)) });
        await page.close();
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}

async function play(page) {
  await page.goto("./#/play");
  for (let moves = 0; moves < 6; moves++) {
    await page.locator(".cell.open").first().waitFor();
    await page.locator(".cell.open").nth(moves % 2).click();
    await page.getByText("thinking").first().waitFor();
  }
  await page.getByText("Your move").first().waitFor();
}

async function analyse(page) {
  await page.goto(`./#/analyse?g=${GAME}&at=24`);
  await page.locator(".board").waitFor();
  // On a phone the lines, the moves and the graph are behind tabs.
  const tab = (name) => page.getByRole("tab", { name });
  const hasTabs = await tab("Graph").isVisible();
  if (hasTabs) await tab("Graph").click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".summary").waitFor({ timeout: 60_000 });
  if (hasTabs) await tab("Lines").click();
  await page.getByTestId("depth").waitFor();
  await page.waitForTimeout(2500);
  await page.evaluate(() => scrollTo(0, 0));
}

async function lesson(page) {
  await page.goto("./#/learn/lesson");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.waitForTimeout(200);
}

/** The picture of link previews: the end of a game, and who wins. */
async function linkPicture() {
  const context = await browser.newContext({ viewport: { width: 1200, height: 630 }, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(`http://localhost:4174/#/analyse?g=${GAME}`);
  await page.locator(".board").waitFor();
  await page.setViewportSize({ width: 1200, height: 900 });
  const board = (await page.locator(".board").screenshot()).toString("base64");
  const [black, white] = await page.locator(".counts .discs").allInnerTexts();
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.setContent(`<style>
    body { margin: 0; display: grid; grid-template-columns: 630px 1fr; height: 630px; background: #f6f4ee; color: #1d2327;
      font-family: system-ui, sans-serif; align-items: center; }
    img { width: 560px; margin: 35px; border-radius: 12px; }
    h1 { margin: 0; font-size: 62px; line-height: 1.1; } h1 b { color: #0b6b58; }
    p { font-size: 34px; margin: 28px 0 0; color: #5b6468; }
  </style>
  <img src="data:image/png;base64,${board}" />
  <div><h1>Reversed Reversi: <b>fewest discs win</b></h1><p>Black ${black}, White ${white}: Black wins</p><p>Play, analyse, learn</p></div>`);
  await page.screenshot({ path: fileURLToPath(PREVIEW), type: "jpeg", quality: 85 });
  await context.close();
}
