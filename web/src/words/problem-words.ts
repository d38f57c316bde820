// The shape of what a language says about problems: words for every code.

import type { PageProblem } from "../wane/problem";

/** What a language says about each problem. */
export type ProblemWords = {
  readonly [C in PageProblem["code"]]: (problem: Extract<PageProblem, { code: C }>) => string;
};
