// The language of the page.

import { signal } from "@preact/signals";

import { oneOf, stored } from "../store/stored";
import { en, type Words } from "./en";
import { ja } from "./ja";
import { zh } from "./zh";

export type { Words };

export const LANGUAGES: { readonly [K in "en" | "zh" | "ja"]: Words } = { en, zh, ja };

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_NAMES: readonly Language[] = ["en", "zh", "ja"];

const isLanguage = oneOf(LANGUAGE_NAMES);
const storedLanguage = stored<Language | null>("wane.language", null, isLanguage);

export const language = signal<Language>("en");

export function words(): Words {
  return LANGUAGES[language.value];
}

/** The language tag for the browser. */
export function tag(of: Language): string {
  return of === "zh" ? "zh-Hans" : of;
}

export function setLanguage(to: Language): void {
  show(to);
  storedLanguage.write(to);
}

/** Sets the stored language, or the first supported one of these. */
export function initializeLanguage(preferred: readonly string[]): void {
  show(storedLanguage.read() ?? preferred.map((it) => it.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en");
}

function show(to: Language): void {
  language.value = to;
  document.documentElement.lang = tag(to);
  document.title = words().title;
}
