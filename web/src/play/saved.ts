// The stored game, so that it continues at the next visit.

import type { Side } from "../game/side";
import { type Stored, stored } from "../view/stored";
import { isRecord, isSettings, type Settings, upgradeSettings } from "./settings";

export type Ending =
  | { why: "score"; score: number }
  | { why: "resigned"; loser: Side }
  | { why: "time"; loser: Side };

/** A game as it is stored. */
export interface Saved {
  settings: Settings;
  /** The moves, with passes. */
  moves: string[];
  /** Milliseconds left. */
  clocks: Record<Side, number>;
  ended: Ending | null;
}

/** The last game. */
export const storedGame: Stored<Saved | null> = stored<Saved | null>("wane.game", null, isSaved, upgradeSaved);

/** Checks the types only, not whether the moves are legal. */
function isSaved(value: unknown): value is Saved {
  if (!isRecord(value)) return false;
  const { settings, moves, clocks, ended } = value;
  return (
    isSettings(settings) &&
    Array.isArray(moves) &&
    moves.every((it) => typeof it === "string") &&
    isRecord(clocks) &&
    typeof clocks["X"] === "number" &&
    typeof clocks["O"] === "number" &&
    (ended === null || (isRecord(ended) && typeof ended["why"] === "string"))
  );
}

function upgradeSaved(value: unknown): unknown {
  return isRecord(value) ? { ...value, settings: upgradeSettings(value["settings"]) } : value;
}
