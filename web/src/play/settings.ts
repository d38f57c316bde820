// The settings of a game: board size, objective, opponent, colour and clock; and their storage.

import { objectiveOf } from "../game/objective";
import type { Side } from "../game/side";
import { isRecord, type Stored, stored } from "../store/stored";
import type { Objective } from "../wane/messages";
import { isGuest } from "./guests";

export interface Settings {
  size: number;
  objective: Objective;
  /**
   * A level from 1 to 20, an agent of the gallery, the text of a recipe, a guest of the server, `friend` at the same
   * device, or `link`, a friend elsewhere.
   */
  opponent: string;
  colour: Side;
  /** Minutes for each side; 0 for no clock. */
  minutes: number;
  /** The first position, if it is not the start position. */
  start: string | null;
  /** Whether the level follows the player's rating from game to game. */
  isAdaptive?: boolean;
}

/** The agents of the gallery, roughly from weak to strong. They play only the reversed game. */
export const AGENTS = [
  "random",
  "greedy",
  "greedy-invincible",
  "seed-001",
  "seed-004",
  "uct",
  "seed-002",
  "seed-000",
  "seed-003",
] as const;

export type Agent = (typeof AGENTS)[number];

export const LEVELS = 20;

export function isAgent(opponent: string): opponent is Agent {
  return (AGENTS as readonly string[]).includes(opponent);
}

/** Whether an opponent is the text of a recipe, which has more than one line. */
export function isRecipe(opponent: string): boolean {
  return opponent.includes("\n");
}

/** The level of an opponent; null for an agent or a friend. */
export function levelOf(opponent: string): number | null {
  const level = Number(opponent);
  return Number.isInteger(level) && level >= 1 && level <= LEVELS ? level : null;
}

/** Whether an opponent plays only the reversed game. */
export function isProgram(opponent: string): boolean {
  return isAgent(opponent) || isRecipe(opponent) || isGuest(opponent);
}

/** The same settings with an opponent who can play them. */
export function playable(settings: Settings): Settings {
  const isWrong = isProgram(settings.opponent) && settings.objective === "most";
  return isWrong ? { ...settings, opponent: DEFAULT.opponent } : settings;
}

const DEFAULT: Settings = { size: 8, objective: "fewest", opponent: "3", colour: "X", minutes: 0, start: null };

export const storedSettings: Stored<Settings> = stored("wane.settings", DEFAULT, isSettings, upgradeSettings);

export function isSettings(value: unknown): value is Settings {
  if (!isRecord(value)) return false;
  const { size, objective, opponent, colour, minutes, start } = value;
  return (
    [4, 6, 8].includes(Number(size)) &&
    (objective === "fewest" || objective === "most") &&
    typeof opponent === "string" &&
    (opponent === "friend" || opponent === "link" || isProgram(opponent) || levelOf(opponent) !== null) &&
    (colour === "X" || colour === "O") &&
    typeof minutes === "number" &&
    (start === null || typeof start === "string")
  );
}

/** Converts stored settings that still have a `variant`. */
export function upgradeSettings(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { variant, ...others } = value;
  if (variant !== "anti" && variant !== "standard") return value;
  return { objective: objectiveOf(variant), ...others };
}
