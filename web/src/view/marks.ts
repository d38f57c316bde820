// The scores of moves as marks on the board.

import type { Node } from "../game/tree";
import type { LineText } from "../wane/messages";
import { words } from "../words/words";
import type { Mark } from "./board";

/** A loss of this many discs has the strongest colour. */
const MAX_LOSS = 8;

export function marksOf(lines: readonly LineText[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  const best = lines[0];
  if (best === undefined) return marks;
  for (const line of lines) {
    if (line.move === null || line.move === "pass") continue;
    const loss = Math.max(0, best.score - line.score);
    marks.set(line.move, {
      text: shortScore(line),
      badness: Math.min(1, Math.sqrt(loss / MAX_LOSS)),
      isExact: line.exact,
      title: words().analyse.score(scoreText(line), loss),
    });
  }
  return marks;
}

/** A score that fits into a square. */
function shortScore({ score, exact }: LineText): string {
  return signed(score, exact || Math.abs(score) >= 9.95 ? 0 : 1);
}

/** A score in full, with `=` if it is proved. */
export function scoreText({ score, exact }: LineText): string {
  return exact ? `${signed(score)} =` : signed(score, 1);
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
