import { expect, test } from "playwright/test";

import { open, openSquares, square } from "./wane";

test("the openings are browsed by move, with names, codes and values", { tag: "@short" }, async ({ page }) => {
  await open(page, "#/learn/openings");
  await expect(openSquares(page)).toHaveCount(4);
  // The four first moves are symmetric.
  await expect(page.locator(".openings tbody tr")).toHaveCount(1);
  await square(page, "f5").click();
  await expect(page.locator(".openings tbody tr")).toHaveCount(3);
  await square(page, "f6").click();
  await expect(page.getByTestId("opening")).toHaveText(/^Diagonal/);
  await page.locator(".openings tbody button").first().click();
  await expect(page.getByTestId("opening")).toHaveText(/^Diagonal \d+$/);
  const code = await page.getByTestId("opening").textContent();
  // The same line, turned around, has the same code.
  const moves = new URL(page.url()).hash.match(/g=(\w+)/)?.[1] ?? "";
  const turned = moves.replace(/([a-h])([1-8])/g, (_, column: string, row: string) => {
    return String.fromCharCode(201 - column.charCodeAt(0)) + String(9 - Number(row));
  });
  await open(page, `#/learn/openings?g=${turned}`);
  await expect(page.getByTestId("opening")).toHaveText(code ?? "");
  await page.getByRole("link", { name: "Analyse this line" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(3);
});

test("the book ends after eight moves", async ({ page }) => {
  await open(page, "#/learn/openings");
  for (let ply = 0; ply < 8; ply++) {
    await page.locator(".openings tbody button").first().click();
    await expect.poll(() => new URL(page.url()).hash.length).toBe("#/learn/openings?g=".length + 2 * (ply + 1));
  }
  await expect(page.getByText("The book ends here")).toBeVisible();
  await page.goBack();
  await expect(page.locator(".openings tbody tr").first()).toBeVisible();
});
