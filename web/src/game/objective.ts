// The objective of a game. Game files and links call it a variant, with older names, and keep them: games that were
// saved or shared must still open.

import type { GameText, Objective } from "../wane/messages";

/** The objective as files and links write it. */
export type Variant = NonNullable<GameText["variant"]>;

export function objectiveOf(variant: Variant): Objective {
  return variant === "standard" ? "most" : "fewest";
}

export function variantOf(objective: Objective): Variant {
  return objective === "most" ? "standard" : "anti";
}
