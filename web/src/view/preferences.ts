// How somebody likes the page to be: its colours, and whether the board shows where one can play.

import { effect, signal } from "@preact/signals";

import { oneOf, stored } from "./stored";

export const THEMES = ["auto", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

const keptTheme = stored<Theme>("wane.theme", "auto", oneOf(THEMES));
const keptDots = stored("wane.dots", true, oneOf([true, false]));

export const theme = signal<Theme>(keptTheme.read());

/** Whether the squares that can be played have a dot. */
export const showsDots = signal(keptDots.read());

/** Keeps the page as it is liked, from now on. */
export function followPreferences(): void {
  effect(() => {
    keptTheme.write(theme.value);
    if (theme.value === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });
  effect(() => keptDots.write(showsDots.value));
}
