// The editor for positions: each click changes a square.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { type Side, sideOf } from "../game/side";
import { Board, squareName } from "../view/board";
import { RadioGroup } from "../view/radio-group";
import type { Choice, Look, Objective } from "../wane/messages";
import { type PageProblem, problemOf } from "../wane/problem";
import * as rules from "../wane/rules";
import { problemText } from "../words/problems";
import { words } from "../words/words";

interface Props {
  look: Look;
  /** Called with the position, or with null for cancel. */
  onDone: (look: Look | null) => void;
}

const NEXT: Record<string, string> = { "-": "X", X: "O", O: "-" };

export function Setup({ look, onDone }: Props) {
  const text = words().setup;
  const squares = useSignal(look.position.split(" ")[0] ?? "");
  const side = useSignal<Side>(sideOf(look));
  const size = useSignal(look.size);
  const objective = useSignal<Objective>(look.objective);
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
  const change = (square: string) => {
    const index = indexOf(square, size.value);
    all[index] = NEXT[all[index] ?? "-"] ?? "-";
    squares.value = all.join("");
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
        <Board look={shown} last={null} flipped={[]} marks={null} canPlay={true} showMoves={false} onPlay={change} />
      </section>
      <section class="panel" aria-label={text.title}>
        <h1 ref={title} tabIndex={-1}>
          {text.title}
        </h1>
        <p class="note">{text.how}</p>
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
        {error.value !== null && (
          <p class="error" role="alert">
            {problemText(error.value)}
          </p>
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
