// Why something cannot be done, as a code with fields. The words for it are in src/words, so that a problem is shown in
// the language of the page.

import type { Problem } from "./messages";

/** A problem that the engine tells of, or one that only the page can see. */
export type PageProblem = Problem | { code: "connection-lost" } | { code: "worker-not-loaded" };

/** A problem on its way through code that throws. Its message is for the console. */
export class ProblemError extends Error {
  constructor(readonly problem: PageProblem) {
    super("detail" in problem ? `${problem.code}: ${problem.detail}` : problem.code);
  }
}

/** The problem of anything that was thrown. */
export function problemOf(thrown: unknown): PageProblem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return { code: "broken", detail: thrown instanceof Error ? thrown.message : String(thrown) };
}
