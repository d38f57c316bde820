// The games of this browser: how they ended, which of them count for the rating, and how they are searched.

import { textOfLine } from "../game/game-text";
import { treeOfMoves } from "../game/tree";
import { namesOf, opponentName } from "../play/names";
import type { Saved } from "../play/saved";
import { levelOf } from "../play/settings";
import type { GameText } from "../wane/messages";
import * as rules from "../wane/rules";
import { words } from "../words/words";
import type { RatedGame } from "./rating";

/** How a game ended for the player; `over` between friends at one device. */
export type Outcome = "won" | "lost" | "drawn" | "over" | "unfinished";

export function outcomeOf({ ended, settings }: Saved): Outcome {
  if (ended === null) return "unfinished";
  if (settings.opponent === "friend") return "over";
  if (ended.why !== "score") return ended.loser === settings.colour ? "lost" : "won";
  if (ended.score === 0) return "drawn";
  return ended.score > 0 === (settings.colour === "X") ? "won" : "lost";
}

const SCORES = { won: 1, drawn: 0.5, lost: 0 } as const;

/** The games that count for the rating, the first one first: whole games against a level, without help. */
export function ratedGames(games: readonly Saved[]): RatedGame[] {
  const byAge = [...games].sort((one, other) => one.created - other.created);
  return byAge.flatMap((game) => {
    const [level, outcome] = [levelOf(game.settings.opponent), outcomeOf(game)];
    const { size, objective, start } = game.settings;
    const isWhole = size === 8 && objective === "fewest" && start === null;
    if (level === null || !isWhole || game.isAssisted !== false) return [];
    return outcome === "unfinished" || outcome === "over" ? [] : [{ level, score: SCORES[outcome] }];
  });
}

/** The date of a game in the language of the page. */
export function dateOf({ created }: Saved): string {
  return new Date(created).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}

/** Whether a game has all words of a search, in its opponent, outcome, date, board or first moves. */
export function isFound(game: Saved, search: string): boolean {
  const { size, objective, opponent } = game.settings;
  const moves = game.moves.filter((it) => it !== "pass").join("");
  const board = `${size}x${size}`;
  const { outcomes } = words().games;
  const texts = [opponentName(opponent), outcomes[outcomeOf(game)], dateOf(game), board, words().result.games[objective]];
  const text = texts.join(" ").toLowerCase();
  const wanted = search.toLowerCase().split(/\s+/).filter((it) => it !== "");
  return wanted.every((it) => text.includes(it) || moves.startsWith(it));
}

/** A game for the formats. Throws if a move is not legal. */
export function textOf({ settings, moves }: Saved): GameText {
  const { size, objective, start } = settings;
  const from = start === null ? rules.start(size, objective) : rules.look(start, objective);
  const tree = treeOfMoves(from, moves, rules.play);
  return textOfLine(tree.path(), namesOf(settings));
}
