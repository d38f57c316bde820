// A hint on the board, step by step: the region of the best move, the move, the score of every move.

import { squareName } from "../view/board";
import type { Mark } from "../view/board";
import { marksOf } from "../view/marks";
import type { Look, ReportText } from "../wane/messages";
import { words } from "../words/words";
import type { HintStep } from "./session";

/** The squares of the quarter of the board that has the best move. */
export function regionOf(square: string, size: number): string[] {
  const half = size / 2;
  const startOf = (at: number) => (at < half ? 0 : half);
  const [column, row] = [startOf(square.charCodeAt(0) - 97), startOf(Number(square.slice(1)) - 1)];
  const steps = Array.from({ length: half }, (_, at) => at);
  return steps.flatMap((down) => steps.map((right) => squareName(row + down, column + right)));
}

/** What the squares of a hint look like. */
export function hintClasses(hint: ReportText | null, step: HintStep, look: Look): ReadonlyMap<string, string> {
  const best = hint?.lines[0]?.move ?? null;
  if (best === null || step === "scores") return new Map();
  const squares = step === "region" ? regionOf(best, look.size) : [best];
  return new Map(squares.map((square) => [square, "hinted"]));
}

export function hintMarks(hint: ReportText | null, step: HintStep, look: Look): ReadonlyMap<string, Mark> | null {
  return hint === null || step !== "scores" ? null : marksOf(hint.lines, look);
}

/** What the button for the next step says. */
export function hintAction(hint: ReportText | null, step: HintStep): string {
  const text = words().play.hints;
  if (hint === null) return text.ask;
  return step === "region" ? text.move : text.scores;
}
