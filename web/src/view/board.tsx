// The board: a grid for mouse, touch and keyboard, accessible to screen readers.

import { useEffect, useRef, useState } from "preact/hooks";

import type { Look } from "../wane/messages";
import { words } from "../words/words";

/** A score or another note on a square. */
export interface Mark {
  text: string;
  /** From 0, the best move, to 1, a very bad one. */
  badness: number;
  isExact: boolean;
  title: string;
}

/** An arrow to a square; from the middle of the board if it comes from nowhere. */
export interface Arrow {
  from: string | null;
  to: string;
  kind: "played" | "better";
}

interface Props {
  look: Look;
  /** The last move. */
  last: string | null;
  /** The discs that the last move turned over, for the animation. */
  flipped: readonly string[];
  marks: ReadonlyMap<string, Mark> | null;
  canPlay: boolean;
  /** Whether legal squares have a dot. */
  showMoves: boolean;
  onPlay: (square: string) => void;
  arrows?: readonly Arrow[];
  /** Squares with a class of their own, such as those of an overlay. */
  classes?: ReadonlyMap<string, string>;
}

interface Coordinates {
  row: number;
  column: number;
}

export function Board({ look, last, flipped, marks, canPlay, showMoves, onPlay, arrows = [], classes }: Props) {
  const size = look.size;
  const [requested, setFocus] = useState<Coordinates>({ row: size / 2 - 1, column: size / 2 - 1 });
  // The board may be smaller than it was.
  const focus = { row: Math.min(requested.row, size - 1), column: Math.min(requested.column, size - 1) };
  const grid = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [requested]);

  const legal = new Set(look.moves.map((it) => it.square));
  const turned = new Set(flipped);

  const onKeyDown = (event: KeyboardEvent) => {
    const square = squareName(focus.row, focus.column);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (legal.has(square) && canPlay) onPlay(square);
      return;
    }
    const to = step(event, focus, size) ?? jump(event, focus, size, legal);
    if (to === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    setFocus(to);
  };

  const rows = Array.from({ length: size }, (_, row) => row);
  return (
    <div class="board-frame" style={{ "--size": size }}>
      <div class="files" aria-hidden="true">
        {rows.map((column) => (
          <span key={column}>{String.fromCharCode(97 + column)}</span>
        ))}
      </div>
      <div class="ranks" aria-hidden="true">
        {rows.map((row) => (
          <span key={row}>{row + 1}</span>
        ))}
      </div>
      <div
        class={`board ${look.side === "black" ? "black-moves" : "white-moves"}`}
        role="grid"
        aria-label={words().board.label}
        ref={grid}
        onKeyDown={onKeyDown}
      >
        {rows.map((row) => (
          <div role="row" class="row" key={row}>
            {rows.map((column) => {
              const square = squareName(row, column);
              const disc = look.position[row * size + column];
              const isLegal = legal.has(square);
              const canPlayHere = isLegal && canPlay;
              const mark = marks?.get(square);
              const hasFocus = row === focus.row && column === focus.column;
              return (
                <div
                  key={square}
                  role="gridcell"
                  class={`cell ${canPlayHere ? "open" : ""} ${square === last ? "last" : ""} ${isStar(row, column, size) ? "star" : ""} ${classes?.get(square) ?? ""}`}
                  data-square={square}
                  data-disc={disc}
                  tabIndex={hasFocus ? 0 : -1}
                  aria-label={label(square, disc, isLegal, mark)}
                  aria-disabled={!canPlayHere}
                  onFocus={() => setFocus({ row, column })}
                  // A click leaves the focus where it is, so that the arrow keys go on stepping through the game.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => canPlayHere && onPlay(square)}
                >
                  {disc !== "-" && (
                    <span
                      // The key changes with the colour, so that the animation runs again.
                      key={disc}
                      class={`disc ${disc === "X" ? "black" : "white"} ${turned.has(square) ? "turned" : ""}`}
                      style={{ "--far": last === null ? 0 : distance(square, last) }}
                    />
                  )}
                  {disc === "-" && isLegal && showMoves && mark === undefined && <span class="dot" />}
                  {mark !== undefined && (
                    <span
                      class={`mark ${mark.badness === 0 ? "best" : ""} ${mark.text.length > 4 ? "long" : ""}`}
                      title={mark.title}
                      style={{ "--badness": mark.badness }}
                    >
                      {mark.text}
                      {mark.isExact && <i>=</i>}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {arrows.length > 0 && <Arrows arrows={arrows} size={size} />}
    </div>
  );
}

/** Arrows over the squares, in units of a square. */
function Arrows({ arrows, size }: { arrows: readonly Arrow[]; size: number }) {
  return (
    <svg class="arrows" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      {arrows.map(({ from, to, kind }) => {
        const end = centre(to);
        const start = from === null ? { x: size / 2, y: size / 2 } : centre(from);
        const [dx, dy] = [end.x - start.x, end.y - start.y];
        const length = Math.hypot(dx, dy) || 1;
        // The head ends before the middle of the square, so that its disc or its mark can be seen.
        const tip = { x: end.x - (0.32 * dx) / length, y: end.y - (0.32 * dy) / length };
        const neck = { x: tip.x - (0.34 * dx) / length, y: tip.y - (0.34 * dy) / length };
        const side = { x: (-0.2 * dy) / length, y: (0.2 * dx) / length };
        return (
          <g key={kind} class={`arrow ${kind}`} data-to={to}>
            <path class="shaft" d={`M${start.x} ${start.y}L${neck.x} ${neck.y}`} />
            <path d={`M${tip.x} ${tip.y}L${neck.x + side.x} ${neck.y + side.y}L${neck.x - side.x} ${neck.y - side.y}Z`} />
          </g>
        );
      })}
    </svg>
  );
}

/** The middle of a square, in squares from the upper left corner. */
function centre(square: string): { x: number; y: number } {
  return { x: square.charCodeAt(0) - 97 + 0.5, y: Number(square.slice(1)) - 0.5 };
}

export function squareName(row: number, column: number): string {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** Whether a star point of the board of 8x8 is at the upper left corner of a square. */
function isStar(row: number, column: number, size: number): boolean {
  return size === 8 && [2, 6].includes(row) && [2, 6].includes(column);
}

function label(square: string, disc: string | undefined, isLegal: boolean, mark: Mark | undefined): string {
  const text = words().board;
  const what = disc === "X" ? text.black : disc === "O" ? text.white : isLegal ? text.legal : text.empty;
  return mark === undefined ? `${square}, ${what}` : `${square}, ${what}, ${mark.title}`;
}

/** The distance of two squares: discs turn over one after the other. */
function distance(square: string, from: string): number {
  const along = (at: number) => Math.abs(square.charCodeAt(at) - from.charCodeAt(at));
  return Math.max(along(0), along(1));
}

/** The target of an arrow key, Home or End; null for other keys. */
function step(event: KeyboardEvent, { row, column }: Coordinates, size: number): Coordinates | null {
  const last = size - 1;
  switch (event.key) {
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column };
    case "ArrowDown":
      return { row: Math.min(last, row + 1), column };
    case "ArrowLeft":
      return { row, column: Math.max(0, column - 1) };
    case "ArrowRight":
      return { row, column: Math.min(last, column + 1) };
    case "Home":
      return event.ctrlKey ? { row: 0, column: 0 } : { row, column: 0 };
    case "End":
      return event.ctrlKey ? { row: last, column: last } : { row, column: last };
    default:
      return null;
  }
}

/** The next legal square, or the previous one; null for other keys than Page Down and Page Up. */
function jump(
  event: KeyboardEvent,
  { row, column }: Coordinates,
  size: number,
  legal: ReadonlySet<string>,
): Coordinates | null {
  if (event.key !== "PageDown" && event.key !== "PageUp") return null;
  const direction = event.key === "PageDown" ? 1 : -1;
  const all = size * size;
  for (let offset = 1; offset < all; offset++) {
    const index = (row * size + column + direction * offset + all) % all;
    const at = { row: Math.floor(index / size), column: index % size };
    if (legal.has(squareName(at.row, at.column))) return at;
  }
  return { row, column };
}
