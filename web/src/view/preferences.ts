// The preferences of the user: the theme, and whether the board shows legal moves.

import { effect, signal } from "@preact/signals";

import { oneOf, stored } from "../store/stored";

export const THEMES = ["auto", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

const storedTheme = stored<Theme>("wane.theme", "auto", oneOf(THEMES));
const storedDots = stored("wane.dots", true, oneOf([true, false]));

export const theme = signal<Theme>(storedTheme.read());

/** Whether legal squares have a dot. */
export const showsDots = signal(storedDots.read());

/** Applies and stores the preferences, now and after each change. */
export function applyPreferences(): void {
  effect(() => {
    storedTheme.write(theme.value);
    if (theme.value === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });
  effect(() => storedDots.write(showsDots.value));
}
