// What the engine says about the squares of the board.

import type { Node } from "../game/tree";
import type { LineText } from "../wane/messages";
import { words } from "../words/words";
import type { Mark } from "./board";

/** A loss of so many discs is as bad as it gets. */
const WORST = 8;

export function marksOf(lines: readonly LineText[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  const best = lines[0];
  if (best === undefined) return marks;
  for (const line of lines) {
    if (line.move === null || line.move === "pass") continue;
    const loss = Math.max(0, best.score - line.score);
    marks.set(line.move, {
      text: short(line),
      badness: Math.min(1, Math.sqrt(loss / WORST)),
      isExact: line.exact,
      title: words().analyse.worth(value(line), loss),
    });
  }
  return marks;
}

/** As it fits a square. */
function short({ score, exact }: LineText): string {
  return signed(score, exact || Math.abs(score) >= 9.95 ? 0 : 1);
}

/** A value in full, marked if it is proved. */
export function value({ score, exact }: LineText): string {
  return exact ? `${signed(score)} =` : signed(score, 1);
}

/** A number with its sign and so many decimals. */
export function signed(number: number, decimals = 0): string {
  const text = Math.abs(number).toFixed(decimals);
  if (Number(text) === 0) return text;
  return number > 0 ? `+${text}` : `−${text}`;
}

/** The discs that the last move turned over. */
export function flipsBetween(node: Node): readonly string[] {
  return node.parent?.look.moves.find((it) => it.square === node.move)?.flips ?? [];
}
