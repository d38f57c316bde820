// The scores of moves as text and as marks on the board. The engine scores a move for the side that plays it; the page
// shows every score for Black, so that the number of a position is the same wherever it appears.

import { type Side, sideOf } from "../game/side";
import type { Node } from "../game/tree";
import type { LineText, Look } from "../wane/messages";
import { words } from "../words/words";
import type { Mark } from "./board";

/** A loss of this many discs has the strongest colour. */
const MAX_LOSS = 8;

/** A move with its score. */
export type ScoredMove = Pick<LineText, "move" | "score" | "exact">;

/** A score for Black of a score for this side. */
export function forBlack(score: number, side: Side): number {
  return side === "X" ? score : 0 - score;
}

/** The marks of the moves of a position. */
export function marksOf(lines: readonly ScoredMove[], look: Look): ReadonlyMap<string, Mark> {
  const side = sideOf(look);
  const marks = new Map<string, Mark>();
  const best = lines[0];
  if (best === undefined) return marks;
  for (const line of lines) {
    if (line.move === null || line.move === "pass") continue;
    const loss = Math.max(0, best.score - line.score);
    marks.set(line.move, {
      text: shortScore(line, side),
      badness: Math.min(1, Math.sqrt(loss / MAX_LOSS)),
      isExact: line.exact,
      title: words().analyse.score(scoreText(line, side), loss),
    });
  }
  return marks;
}

/** A score that fits into a square. One that is not exact has a decimal: two moves with other scores look different. */
function shortScore({ score, exact }: ScoredMove, side: Side): string {
  return signed(forBlack(score, side), exact ? 0 : 1);
}

/** A score in full, with `=` if it is proved. */
export function scoreText({ score, exact }: ScoredMove, side: Side): string {
  const black = forBlack(score, side);
  return exact ? `${signed(black)} =` : signed(black, 1);
}

/** A number with its sign. */
export function signed(number: number, decimals = 0): string {
  const text = Math.abs(number).toFixed(decimals);
  if (Number(text) === 0) return text;
  return number > 0 ? `+${text}` : `−${text}`;
}

/** The discs that the last move turned over. */
export function flipsBetween(node: Node): readonly string[] {
  return node.parent?.look.moves.find((it) => it.square === node.move)?.flips ?? [];
}
