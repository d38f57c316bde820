// The editor for positions: a brush paints squares, and the whole board can be mirrored, turned and swapped.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { other, type Side, sideOf } from "../game/side";
import { Board, squareName } from "../view/board";
import { RadioGroup } from "../view/radio-group";
import type { Choice, Look, Objective } from "../wane/messages";
import { type PageProblem, problemOf } from "../wane/problem";
import * as rules from "../wane/rules";
import { ProblemText } from "../view/problem-text";
import { words } from "../words/words";

interface Props {
  look: Look;
  /** Called with the position, or with null for cancel. */
  onDone: (look: Look | null) => void;
}

const NEXT: Record<string, string> = { "-": "X", X: "O", O: "-" };

/** What a click puts on a square; `next` goes through all three. */
type Brush = "next" | "X" | "O" | "-";

/** Changes of the whole board. */
const CHANGES: readonly (readonly [name: "mirror" | "rotate" | "swap", (squares: string, size: number) => string])[] = [
  ["mirror", mirror],
  ["rotate", rotate],
  ["swap", swap],
];

/** The board in a mirror at its side. */
export function mirror(squares: string, size: number): string {
  return rearranged(squares, size, (row, column) => row * size + (size - 1 - column));
}

/** The board turned by a quarter to the right. */
export function rotate(squares: string, size: number): string {
  return rearranged(squares, size, (row, column) => (size - 1 - column) * size + row);
}

/** The board with the colours of all discs swapped. */
export function swap(squares: string): string {
  return [...squares].map((it) => (it === "X" ? "O" : it === "O" ? "X" : it)).join("");
}

/** Each square gets what was on the square that `from` names by its index. */
function rearranged(squares: string, size: number, from: (row: number, column: number) => number): string {
  return [...squares].map((_, index) => squares[from(Math.floor(index / size), index % size)] ?? "-").join("");
}

export function Setup({ look, onDone }: Props) {
  const text = words().setup;
  const squares = useSignal(look.position.split(" ")[0] ?? "");
  const side = useSignal<Side>(sideOf(look));
  const size = useSignal(look.size);
  const objective = useSignal<Objective>(look.objective);
  const brush = useSignal<Brush>("next");
  const error = useSignal<PageProblem | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);

  const all = [...squares.value];
  const shown: Look = {
    ...look,
    size: size.value,
    position: `${squares.value} ${side.value}`,
    // Every square can be changed.
    moves: all.map((_, index) => choiceOf(squareAt(index, size.value))),
    must_pass: false,
    score: null,
  };
  const paint = (square: string, chosen: Brush) => {
    const index = indexOf(square, size.value);
    all[index] = chosen === "next" ? (NEXT[all[index] ?? "-"] ?? "-") : chosen;
    squares.value = all.join("");
  };
  /** Paints the squares that the pointer is dragged over. */
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1 || brush.value === "next") return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-square]");
    const square = under?.dataset["square"];
    if (square !== undefined) paint(square, brush.value);
  };
  const resize = (to: number) => {
    const start = rules.start(to, objective.value);
    size.value = to;
    squares.value = start.position.split(" ")[0] ?? "";
  };
  const done = () => {
    try {
      onDone(rules.look(`${squares.value} ${side.value}`, objective.value));
    } catch (thrown) {
      error.value = problemOf(thrown);
    }
  };

  return (
    <div class="page">
      <section class="stage" aria-label={words().board.label}>
        <div class={brush.value === "next" ? "" : "painting"} onPointerMove={drag}>
          <Board
            look={shown}
            last={null}
            flipped={[]}
            marks={null}
            canPlay={true}
            showMoves={false}
            onPlay={(square) => paint(square, brush.value)}
          />
        </div>
      </section>
      <section class="panel" aria-label={text.title}>
        <h1 ref={title} tabIndex={-1}>
          {text.title}
        </h1>
        <RadioGroup<Brush>
          label={text.brush}
          value={brush.value}
          options={[
            ["next", text.next],
            ["X", words().side.X],
            ["O", words().side.O],
            ["-", text.eraser],
          ]}
          onChoose={(it) => {
            brush.value = it;
          }}
        />
        <p class="note">{brush.value === "next" ? text.how : text.howBrush}</p>
        <RadioGroup<Side>
          label={text.turn}
          value={side.value}
          options={[
            ["X", words().side.X],
            ["O", words().side.O],
          ]}
          onChoose={(it) => {
            side.value = it;
          }}
        />
        <RadioGroup<number>
          label={words().play.board}
          value={size.value}
          options={rules.SIZES.map((it) => [it, `${it} × ${it}`] as const)}
          onChoose={resize}
        />
        <RadioGroup<Objective>
          label={words().play.game}
          value={objective.value}
          options={[
            ["fewest", words().play.reversed],
            ["most", words().play.normal],
          ]}
          onChoose={(it) => {
            objective.value = it;
          }}
        />
        <div class="buttons">
          <button
            type="button"
            onClick={() => {
              squares.value = "-".repeat(size.value ** 2);
            }}
          >
            {text.empty}
          </button>
          <button type="button" onClick={() => resize(size.value)}>
            {text.start}
          </button>
        </div>
        <div class="buttons">
          {CHANGES.map(([name, change]) => (
            <button
              type="button"
              key={name}
              onClick={() => {
                squares.value = change(squares.value, size.value);
                if (name === "swap") side.value = other(side.value);
              }}
            >
              {text.changes[name]}
            </button>
          ))}
        </div>
        {error.value !== null && (
          <div class="error" role="alert">
            <ProblemText problem={error.value} />
          </div>
        )}
        <div class="buttons">
          <button type="button" class="primary" onClick={done}>
            {text.done}
          </button>
          <button type="button" onClick={() => onDone(null)}>
            {words().play.cancel}
          </button>
        </div>
      </section>
    </div>
  );
}

/** The board needs only the square of a move. */
function choiceOf(square: string): Choice {
  return { square, flips: [], twin: square };
}

function squareAt(index: number, size: number): string {
  return squareName(Math.floor(index / size), index % size);
}

function indexOf(square: string, size: number): number {
  return (Number(square.slice(1)) - 1) * size + square.charCodeAt(0) - 97;
}
