// The rules, asked of the same program that the engine is in: the page has none of its own.

import init, { answer } from "./glue/wane.js";
import type { Answer, GameText, Look, Query, Variant } from "./messages";
import { load } from "./parts";

export const SIZES = [8, 6, 4] as const;

/** Must have ended before anything else here is called. */
export async function begin(): Promise<void> {
  const { module } = await load();
  await init({ module_or_path: module });
}

function ask(query: Query): Answer {
  return JSON.parse(answer(JSON.stringify(query))) as Answer;
}

function lookOf(query: Query): Look {
  const told = ask(query);
  if (told.tell === "look") return told;
  throw new Error(told.tell === "failed" ? told.text : told.tell);
}

export function start(size: number, variant: Variant): Look {
  return lookOf({ ask: "start", size, variant });
}

export function look(position: string, variant: Variant): Look {
  return lookOf({ ask: "look", position, variant });
}

export function play(at: Look, move: string): Look {
  return lookOf({ ask: "play", position: at.position, variant: at.variant, move });
}

export interface Pasted {
  format: string;
  games: GameText[];
}

/** The games of a text in any format, or why it has none. A bare list of moves may be of another size, too. */
export function paste(text: string, size: number, variant: Variant): Pasted | string {
  const first = pasteAs(text, size, variant);
  if (typeof first !== "string") return first;
  const others = SIZES.filter((it) => it !== size).map((it) => pasteAs(text, it, variant));
  return others.find((it) => typeof it !== "string") ?? first;
}

function pasteAs(text: string, size: number, variant: Variant): Pasted | string {
  const told = ask({ ask: "paste", text, size, variant });
  if (told.tell === "games") return told;
  return told.tell === "failed" ? told.text : told.tell;
}

/** A game in another format, or why there is none. */
export function write(game: GameText, format: string): { text: string } | string {
  const told = ask({ ask: "write", game, format });
  if (told.tell === "text") return told;
  return told.tell === "failed" ? told.text : told.tell;
}
