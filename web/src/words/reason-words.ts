// The type of the texts for reasons: one function for every code.

import type { Objective, Reason } from "../wane/messages";

/** The texts of a language for all reasons; `you` made the move. */
export type ReasonWords = {
  readonly [C in Reason["code"]]: (
    reason: Extract<Reason, { code: C }>,
    you: string,
    opponent: string,
    objective: Objective,
  ) => string;
};
