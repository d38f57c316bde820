// Endless puzzles, one after the other.

import { useEffect, useMemo } from "preact/hooks";

import { sideOf } from "../game/side";
import { marksOf } from "../view/marks";
import type { Thinker } from "../wane/thinker";
import type { LineText } from "../wane/messages";
import { ProblemText } from "../view/problem-text";
import { words } from "../words/words";
import { BackToLearn, Exercise, NextOrShow, type Verdict } from "./exercise";
import { EMPTIES, Puzzles } from "./puzzles";

export function PuzzlesView({ engine }: { engine: Thinker }) {
  const text = words().learn;
  const puzzles = useMemo(() => new Puzzles(engine), [engine]);
  useEffect(() => {
    puzzles.next();
    return () => puzzles.cancel();
  }, [puzzles]);

  const puzzle = puzzles.puzzle.value;
  const tried = puzzles.tried.value;
  const error = puzzles.error.value;
  const isSolved = puzzles.isSolved.value;
  const side = puzzle === null ? null : words().side[sideOf(puzzle.look)];
  if (puzzle === null || side === null) {
    return (
      <div class="narrow">
        <BackToLearn />
        <h1>{text.puzzles.title}</h1>
        <div role="status">{error === null ? text.puzzles.searching : <ProblemText problem={error} />}</div>
        {error !== null && (
          <button type="button" onClick={() => puzzles.next()}>
            {text.next}
          </button>
        )}
      </div>
    );
  }
  return (
    <Exercise
      title={text.puzzles.title}
      progress={text.puzzles.solved(puzzles.solved.value, puzzles.attempted.value)}
      ask={text.puzzles.ask(side)}
      before={puzzle.look}
      look={puzzle.look}
      last={null}
      marks={isSolved || puzzles.isShown.value ? marksOf(puzzle.lines, puzzle.look) : null}
      canPlay={!isSolved}
      verdict={tried === null ? null : verdictOf(tried)}
      onPlay={(square) => puzzles.try(square)}
    >
      <NextOrShow isRight={isSolved} onNext={() => puzzles.next()} onShow={() => puzzles.show()} />
      <label class="inline">
        {text.puzzles.empties}
        <select
          value={puzzles.empties.value}
          onChange={(event) => puzzles.setEmpties(Number(event.currentTarget.value))}
        >
          {EMPTIES.map((it) => (
            <option key={it} value={it}>
              {it}
            </option>
          ))}
        </select>
      </label>
    </Exercise>
  );
}

function verdictOf({ move, score, pv }: LineText): Verdict {
  const text = words().learn.puzzles;
  const square = move ?? "";
  if (score > 0) return { kind: "good", text: text.right(square, score) };
  const reply = pv.find((it, index) => index > 0 && it !== "pass") ?? "";
  return { kind: "bad", text: score === 0 ? text.draws(square, reply) : text.loses(square, -score, reply) };
}
