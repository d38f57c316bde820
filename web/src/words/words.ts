// The language of the page. The texts of a language are loaded when it is chosen; English is there from the start.

import { signal } from "@preact/signals";

import { oneOf, stored } from "../store/stored";
import { en, type Words } from "./en";

export type { Words };

/** The languages, by their own names. */
export const LANGUAGES = { en: "English", zh: "简体中文", ja: "日本語" } as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_NAMES: readonly Language[] = ["en", "zh", "ja"];

const LOADERS: { readonly [L in Language]: () => Promise<Words> } = {
  en: () => Promise.resolve(en),
  zh: () => import("./zh").then((it) => it.zh),
  ja: () => import("./ja").then((it) => it.ja),
};

const isLanguage = oneOf(LANGUAGE_NAMES);
const storedLanguage = stored<Language | null>("wane.language", null, isLanguage);

/** The language that is shown, and its texts. */
const shown = signal<{ language: Language; texts: Words }>({ language: "en", texts: en });

export const language = {
  get value(): Language {
    return shown.value.language;
  },
};

export function words(): Words {
  return shown.value.texts;
}

/** The language tag for the browser. */
export function tag(of: Language): string {
  return of === "zh" ? "zh-Hans" : of;
}

/** Shows the page in another language from now on, as soon as its texts are there. */
export async function setLanguage(to: Language): Promise<void> {
  await show(to);
  storedLanguage.write(to);
}

/** Shows the stored language, or the first supported one of these; English if its texts cannot be loaded. */
export async function initializeLanguage(preferred: readonly string[]): Promise<void> {
  const wanted = storedLanguage.read() ?? preferred.map((it) => it.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
  await show(wanted).catch(() => show("en"));
}

async function show(to: Language): Promise<void> {
  const texts = await LOADERS[to]();
  shown.value = { language: to, texts };
  document.documentElement.lang = tag(to);
  document.title = texts.title;
}
