// The two sides, with the letters of position texts.

import type { Look } from "../wane/messages";

export type Side = "X" | "O";

export function other(side: Side): Side {
  return side === "X" ? "O" : "X";
}

export function sideOf(look: Look): Side {
  return look.side === "white" ? "O" : "X";
}
