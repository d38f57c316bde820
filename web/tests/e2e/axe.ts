// What axe, a checker of accessibility, finds in a page.

import { createRequire } from "node:module";

import type { Page } from "playwright/test";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A rule that a page breaks, and where. */
export interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

export async function findings(page: Page): Promise<Finding[]> {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
  });
}

/** The findings as texts. */
export async function violations(page: Page): Promise<string[]> {
  return (await findings(page)).map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(" ")}`);
}
