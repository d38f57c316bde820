// Problems in words.

import type { PageProblem } from "../wane/problem";
import { words } from "./words";

/** A problem in the language of the page. */
export function problemText(problem: PageProblem): string {
  // The compiler does not see that the words belong to this very problem: both have its code.
  const say = words().problems[problem.code] as (problem: PageProblem) => string;
  return say(problem);
}
