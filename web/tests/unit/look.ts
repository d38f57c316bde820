// Positions that tests make up, where the rules do not matter.

import type { Look } from "../../src/wane/messages";

/** A position that only has a name, and whatever else a test says about it. */
export function look(position: string, known: Partial<Look> = {}): Look {
  return {
    position,
    variant: "anti",
    size: 8,
    side: "X",
    black: 2,
    white: 2,
    moves: [],
    must_pass: false,
    score: null,
    ...known,
  };
}
