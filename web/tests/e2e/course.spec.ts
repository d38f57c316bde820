import { expect, test } from "playwright/test";

import { COURSE } from "../../src/learn/course-positions";
import { open, openSquares, square } from "./wane";

test("a chapter shows the refutation, then its check, and is passed", { tag: "@short" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const chapter = COURSE.find((it) => it.name === "corners");
  if (chapter === undefined) throw new Error("there is no such chapter");
  const [first, check] = chapter.tasks;
  await open(page, "#/learn/course");
  await page.getByRole("link", { name: "Corners stay for good" }).click();
  await openSquares(page).first().waitFor();
  const names = await openSquares(page).evaluateAll((all) => all.map((it) => it.getAttribute("data-square") ?? ""));
  const corner = names.find((it) => /^[ah][18]$/.test(it)) ?? "";
  await square(page, corner).click();
  await expect(page.getByTestId("verdict")).toHaveText(new RegExp(`After ${corner} too many discs stay yours`));
  await expect(page.getByText(/At the end you have \d+ discs/)).toBeVisible();
  await expect(page.locator(".cell.stable").first()).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await square(page, first.good[0] ?? "").click();
  await page.getByRole("button", { name: "On to the check" }).click();
  await square(page, check.good[0] ?? "").click();
  await expect(page.getByTestId("verdict")).toHaveText(/You have passed this chapter/);
  await page.reload();
  await page.getByRole("link", { name: "All chapters" }).click();
  await expect(page.getByText("✓ passed")).toHaveCount(1);
});

test("the course is there in every language", async ({ page }) => {
  for (const [language, title] of [
    ["zh", "课程"],
    ["ja", "講座"],
  ] as const) {
    await page.addInitScript((it) => localStorage.setItem("wane.language", JSON.stringify(it)), language);
    await page.goto("about:blank");
    await open(page, "#/learn/course");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  }
});
