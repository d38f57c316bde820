// Why a request failed, as a code with fields. The words for it are in src/words, in each language of the page.

import type { Problem } from "./messages";

/** A problem that the engine reports, or one that only the page can see. */
export type PageProblem =
  | Problem
  | { code: "connection-lost" }
  | { code: "worker-not-loaded" }
  | { code: "bad-link" }
  | { code: "other-game" }
  | { code: "not-a-backup" };

/** A problem as an exception. Its message is for the console. */
export class ProblemError extends Error {
  constructor(readonly problem: PageProblem) {
    super("detail" in problem ? `${problem.code}: ${problem.detail}` : problem.code);
  }
}

/** The problem of a caught exception. */
export function problemOf(thrown: unknown): PageProblem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return { code: "broken", detail: thrown instanceof Error ? thrown.message : String(thrown) };
}
