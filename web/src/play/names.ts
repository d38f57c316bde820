// The names of players, in the language of the page.

import * as rules from "../wane/rules";
import { words } from "../words/words";
import { guestName, isGuest } from "./guests";
import { isAgent, isRecipe, levelOf, type Settings } from "./settings";

export function opponentName(opponent: string): string {
  const text = words().play;
  const level = levelOf(opponent);
  if (level !== null) return text.level(level);
  if (opponent === "link") return text.byLink;
  if (isRecipe(opponent)) return recipeName(opponent);
  if (isGuest(opponent)) return guestName(opponent);
  return isAgent(opponent) ? text.agents[opponent].name : text.friend;
}

/** The name of a recipe; one that an older page has stored may be none any more. */
function recipeName(text: string): string {
  const read = rules.recipe(text);
  return read.tell === "recipe" ? read.name : words().play.recipe;
}

/** The names of both players; two friends have no names. */
export function namesOf({ opponent, colour }: Settings): { black: string; white: string } {
  if (opponent === "friend") return { black: "", white: "" };
  const [user, opponentText] = [words().play.you, opponentName(opponent)];
  return colour === "X" ? { black: user, white: opponentText } : { black: opponentText, white: user };
}
