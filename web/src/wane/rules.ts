// The rules of the game. A WebAssembly module applies them; the page has no rules of its own.

import init, { answer } from "./glue/rules.js";
import type { Answer, GameText, Insight, Look, MoveReviewText, Objective, Query, Reason } from "./messages";
import { ProblemError } from "./problem";

export const SIZES = [8, 6, 4] as const;

export type Failed = Extract<Answer, { tell: "failed" }>;
export type Pasted = Extract<Answer, { tell: "games" }>;
export type Written = Extract<Answer, { tell: "text" }>;
export type RecipeRead = Extract<Answer, { tell: "recipe" }>;
export type Summarized = Extract<Answer, { tell: "summary" }>;

/** Takes the module with the rules. Every other function here needs it. */
export async function initialize(module: WebAssembly.Module): Promise<void> {
  await init({ module_or_path: module });
}

function ask(query: Query): Answer {
  return JSON.parse(answer(JSON.stringify(query))) as Answer;
}

function lookOf(query: Query): Look {
  const reply = ask(query);
  if (reply.tell === "look") return reply;
  throw new ProblemError(failureOf(reply).problem);
}

function failureOf(reply: Answer): Failed {
  if (reply.tell === "failed") return reply;
  return { tell: "failed", problem: { code: "broken", detail: `the rules sent an unexpected answer: ${reply.tell}` } };
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

/** The games of a text in any format, or the problem. A bare list of moves may belong to another board size. */
export function paste(text: string, size: number, objective: Objective): Pasted | Failed {
  const first = pasteAs(text, size, objective);
  if (first.tell === "games") return first;
  const others = SIZES.filter((it) => it !== size).map((it) => pasteAs(text, it, objective));
  return others.find((it) => it.tell === "games") ?? first;
}

function pasteAs(text: string, size: number, objective: Objective): Pasted | Failed {
  const reply = ask({ ask: "paste", text, size, objective });
  return reply.tell === "games" ? reply : failureOf(reply);
}

/** A game in another format, or the problem. */
export function write(game: GameText, format: string): Written | Failed {
  const reply = ask({ ask: "write", game, format });
  return reply.tell === "text" ? reply : failureOf(reply);
}

/** The name of a recipe that can be played, or the problem. */
export function recipe(text: string): RecipeRead | Failed {
  const reply = ask({ ask: "recipe", text });
  return reply.tell === "recipe" ? reply : failureOf(reply);
}

/** The summary of a review, with the final score for Black if the game is over. */
export function summarize(moves: MoveReviewText[], score: number | null): Summarized | Failed {
  const reply = ask({ ask: "summarize", moves, score });
  return reply.tell === "summary" ? reply : failureOf(reply);
}

/** What can be seen in a position. */
export function insight({ position, objective }: Look): Insight {
  const reply = ask({ ask: "insight", position, objective });
  if (reply.tell === "insight") return reply;
  throw new ProblemError(failureOf(reply).problem);
}

/** Why the first move of a line is worse than that of another. */
export function explain({ position, objective }: Look, played: string[], better: string[]): Reason[] {
  const reply = ask({ ask: "explain", position, objective, played, better });
  return reply.tell === "reasons" ? reply.reasons : [];
}
