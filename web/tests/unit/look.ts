// Made-up positions for tests that need no rules.

import type { Choice, Look } from "../../src/wane/messages";

/** A position with a name instead of squares, and the given fields. */
export function look(position: string, fields: Partial<Look> = {}): Look {
  return {
    position,
    objective: "fewest",
    size: 8,
    side: "black",
    black: 2,
    white: 2,
    moves: [],
    must_pass: false,
    score: null,
    ...fields,
  };
}

/** A move without symmetric twins. */
export function choice(square: string, flips: string[] = []): Choice {
  return { square, flips, twin: square };
}
