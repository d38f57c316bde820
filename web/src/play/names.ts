// What people call those who play.

import { words } from "../words/words";
import { isAgent, levelOf, type Settings } from "./settings";

export function opponentName(opponent: string): string {
  const text = words().play;
  const level = levelOf(opponent);
  if (level !== null) return text.level(level);
  return isAgent(opponent) ? text.agents[opponent].name : text.friend;
}

/** Both players of a game; two friends have no names. */
export function namesOf({ opponent, colour }: Settings): { black: string; white: string } {
  if (opponent === "friend") return { black: "", white: "" };
  const [you, they] = [words().play.you, opponentName(opponent)];
  return colour === "X" ? { black: you, white: they } : { black: they, white: you };
}
