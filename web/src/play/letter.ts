// A game by correspondence. A letter is a link that has the whole game and says whose turn it is:
//
//   #/play?friend=ID&g=f5d6&turn=X&check=1q2w3e
//
// The receiver's page checks the moves by the rules, and against what it knows of the game.

import { type Shared, fromQuery, toQuery } from "../game/share";
import type { Side } from "../game/side";
import type { Objective } from "../wane/messages";
import { ProblemError } from "../wane/problem";

export interface Letter {
  /** Both players have the game under this id. */
  id: string;
  size: number;
  objective: Objective;
  /** Moves without passes. */
  moves: string[];
  turn: Side;
}

export function writeLetter(letter: Letter): string {
  const query = new URLSearchParams(toQuery(sharedOf(letter)));
  query.set("friend", letter.id);
  query.set("turn", letter.turn);
  query.set("check", checksum(letter));
  return query.toString();
}

/** The letter of an address; null if it is none. Throws if it is damaged. */
export function readLetter(text: string): Letter | null {
  const query = new URLSearchParams(text);
  const id = query.get("friend");
  if (id === null) return null;
  const shared = fromQuery(text);
  const turn = query.get("turn");
  if (!/^[a-z0-9]{4,16}$/.test(id) || shared === null || (turn !== "X" && turn !== "O")) throw badLetter();
  const { size, objective, moves } = shared;
  const letter = { id, size, objective, moves, turn } as const;
  if (query.get("check") !== checksum(letter)) throw badLetter();
  return letter;
}

function sharedOf({ size, objective, moves }: Letter): Shared {
  return { size, objective, position: null, moves, at: null };
}

function badLetter(): ProblemError {
  return new ProblemError({ code: "bad-link" });
}

/** What a letter says about a game that the receiver knows. */
export type Comparison = "same" | "newer" | "older" | "other";

export function compare(known: readonly string[], sent: readonly string[]): Comparison {
  const isPrefix = (one: readonly string[], other: readonly string[]) => one.every((move, at) => move === other[at]);
  if (isPrefix(known, sent)) return known.length === sent.length ? "same" : "newer";
  return isPrefix(sent, known) ? "older" : "other";
}

/** A short checksum, FNV-1a: a link that was cut or mistyped has another one. */
function checksum({ id, size, objective, moves, turn }: Letter): string {
  let hash = 0x811c9dc5;
  for (const symbol of [id, size, objective, moves.join(""), turn].join(" ")) {
    hash = Math.imul(hash ^ symbol.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}
