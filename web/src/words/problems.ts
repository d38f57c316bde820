// Problems as text.

import type { PageProblem } from "../wane/problem";
import { words } from "./words";

/** A problem in the language of the page. */
export function problemText(problem: PageProblem): string {
  // The compiler does not see that the function takes this type of problem: both have the same code.
  const textOf = words().problems[problem.code] as (problem: PageProblem) => string;
  return textOf(problem);
}
