// What a game is played for. Files of games and links had names of their own for it first, and keep them: games that
// were saved or shared must still open.

import type { GameText, Objective } from "../wane/messages";

/** The objective as files and links spell it. */
export type Variant = NonNullable<GameText["variant"]>;

export function objectiveOf(variant: Variant): Objective {
  return variant === "standard" ? "most" : "fewest";
}

export function variantOf(objective: Objective): Variant {
  return objective === "most" ? "standard" : "anti";
}
