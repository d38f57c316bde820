// The rules, asked of the same program that the engine is in: the page has none of its own.

import init, { answer } from "./glue/wane.js";
import type { Answer, GameText, Look, Objective, Query } from "./messages";
import { load } from "./parts";
import { ProblemError } from "./problem";

export const SIZES = [8, 6, 4] as const;

export type Failed = Extract<Answer, { tell: "failed" }>;
export type Pasted = Extract<Answer, { tell: "games" }>;
export type Written = Extract<Answer, { tell: "text" }>;

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
  throw new ProblemError(failureOf(told).problem);
}

function failureOf(told: Answer): Failed {
  if (told.tell === "failed") return told;
  return { tell: "failed", problem: { code: "broken", detail: `the rules gave an answer of the kind ${told.tell}` } };
}

export function start(size: number, objective: Objective): Look {
  return lookOf({ ask: "start", size, objective });
}

export function look(position: string, objective: Objective): Look {
  return lookOf({ ask: "look", position, objective });
}

export function play(at: Look, move: string): Look {
  return lookOf({ ask: "play", position: at.position, objective: at.objective, move });
}

/** The games of a text in any format, or why it has none. A bare list of moves may be of another size, too. */
export function paste(text: string, size: number, objective: Objective): Pasted | Failed {
  const first = pasteAs(text, size, objective);
  if (first.tell === "games") return first;
  const others = SIZES.filter((it) => it !== size).map((it) => pasteAs(text, it, objective));
  return others.find((it) => it.tell === "games") ?? first;
}

function pasteAs(text: string, size: number, objective: Objective): Pasted | Failed {
  const told = ask({ ask: "paste", text, size, objective });
  return told.tell === "games" ? told : failureOf(told);
}

/** A game in another format, or why there is none. */
export function write(game: GameText, format: string): Written | Failed {
  const told = ask({ ask: "write", game, format });
  return told.tell === "text" ? told : failureOf(told);
}
