// A game as it is kept, so that it continues at the next visit.

import type { Side } from "../game/side";
import { type Entry, newId, Shelf } from "../store/database";
import { isRecord } from "../store/stored";
import { isSettings, type Settings, upgradeSettings } from "./settings";

export type Ending =
  | { why: "score"; score: number }
  | { why: "resigned"; loser: Side }
  | { why: "time"; loser: Side };

/** A game as it is kept. */
export interface Saved extends Entry {
  /** When it began, in milliseconds since 1970. */
  created: number;
  settings: Settings;
  /** The moves, with passes. */
  moves: string[];
  /** Milliseconds left. */
  clocks: Record<Side, number>;
  ended: Ending | null;
  /** Whether the player took back a move or asked for a hint. Games of older pages do not say it. */
  isAssisted?: boolean;
}

/** The games of this browser. */
export const games = new Shelf<Saved>("games", isSaved);

/** Where older pages stored their only game. */
const OLD_KEY = "wane.game";

/** Moves the game of an older page into the database. */
export async function moveOldGame(): Promise<void> {
  const old = readOldGame();
  if (old === null) return;
  if (old.moves.length > 0) await games.put(old);
  localStorage.removeItem(OLD_KEY);
}

/** The game of an older page; null if there is none or if it is not valid. */
export function readOldGame(): Saved | null {
  try {
    const old: unknown = JSON.parse(localStorage.getItem(OLD_KEY) ?? "null");
    if (!isRecord(old)) return null;
    const now = Date.now();
    const entry = { ...old, settings: upgradeSettings(old["settings"]), id: newId(), created: now, changed: now };
    return isSaved(entry) ? entry : null;
  } catch {
    return null;
  }
}

/** Checks the types only, not whether the moves are legal. */
export function isSaved(value: unknown): value is Saved {
  if (!isRecord(value)) return false;
  const { id, created, changed, settings, moves, clocks, ended } = value;
  return (
    typeof id === "string" &&
    typeof created === "number" &&
    typeof changed === "number" &&
    isSettings(settings) &&
    Array.isArray(moves) &&
    moves.every((it) => typeof it === "string") &&
    isRecord(clocks) &&
    typeof clocks["X"] === "number" &&
    typeof clocks["O"] === "number" &&
    (ended === null || (isRecord(ended) && typeof ended["why"] === "string"))
  );
}
