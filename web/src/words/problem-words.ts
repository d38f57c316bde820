// The type of the texts for problems: one function for every code.

import type { PageProblem } from "../wane/problem";

/** The texts of a language for all problems. */
export type ProblemWords = {
  readonly [C in PageProblem["code"]]: (problem: Extract<PageProblem, { code: C }>) => string;
};
