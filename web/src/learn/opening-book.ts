// The opening book: the values of all positions of the first eight moves. `cargo xtask openings --book` makes it; the
// module with the rules looks positions up.

import { OpeningBook } from "../wane/glue/rules.js";
import type { Opening, OpeningMove, OpeningName } from "../wane/messages";
import { fetchFile, once } from "../wane/once";

const FILE = new URL("./openings.bin", import.meta.url);

/** The book. */
export const loadOpenings = once(async () => new OpeningBook(new Uint8Array(await (await fetchFile(FILE)).arrayBuffer())));

/** What the book has about a position; null if it has nothing. */
export function lookUp(book: OpeningBook, position: string): Opening | null {
  return JSON.parse(book.look(position)) as Opening | null;
}

/** How balanced a position is, by its value for either side in discs. */
export type Balance = "balanced" | "slight" | "clear";

export function balanceOf(score: number): Balance {
  const size = Math.abs(score);
  return size <= 0.5 ? "balanced" : size <= 2 ? "slight" : "clear";
}

/** The name of a line and its code: the name of the first two moves, and the number of each further position. */
export function codeOf(line: readonly { opening: Opening; move: string | null }[]): { name: OpeningName | null; code: string } {
  let name: OpeningName | null = null;
  const numbers: number[] = [];
  for (const [index, { opening }] of line.entries()) {
    name ??= opening.name;
    const before = line[index - 1]?.opening;
    if (index > 2) numbers.push(numberOf(before?.moves ?? [], line[index]?.move ?? ""));
  }
  return { name, code: numbers.join(".") };
}

function numberOf(moves: readonly OpeningMove[], square: string): number {
  return moves.find((it) => it.square === square)?.number ?? 0;
}
