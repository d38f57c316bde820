// Positions that tests make up, where the rules do not matter.

import type { Choice, Look } from "../../src/wane/messages";

/** A position that only has a name, and whatever else a test says about it. */
export function look(position: string, known: Partial<Look> = {}): Look {
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
    ...known,
  };
}

/** A move that is like no other. */
export function choice(square: string, flips: string[] = []): Choice {
  return { square, flips, twin: square };
}
