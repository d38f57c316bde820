// The texts of the course, which are loaded with it.

import type { Language } from "../words";
import type { CourseWords } from "./en";

const LOADERS: { readonly [L in Language]: () => Promise<{ course: CourseWords }> } = {
  en: () => import("./en"),
  zh: () => import("./zh"),
  ja: () => import("./ja"),
};

export type { CourseWords };

export async function loadCourseWords(language: Language): Promise<CourseWords> {
  return (await LOADERS[language]()).course;
}
