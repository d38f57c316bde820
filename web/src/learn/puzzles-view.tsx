// Puzzles: the one of the day, and a trainer with all of them.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { sideOf } from "../game/side";
import { fittingLevel } from "../games/rating";
import { marksOf } from "../view/marks";
import { ProblemText } from "../view/problem-text";
import { address } from "../view/route";
import { shareLink } from "../view/share";
import type { LineText } from "../wane/messages";
import type { Thinker } from "../wane/thinker";
import { words } from "../words/words";
import { Exercise, type Verdict } from "./exercise";
import { Loaded } from "./loaded";
import {
  DIFFICULTIES,
  filtered,
  type Result,
  storedFilter,
  storedResults,
  storedUnderWay,
  streakOf,
} from "./puzzle-results";
import { dayOf, KINDS, loadPuzzles, type Puzzle, puzzleOfDay } from "./puzzle-set";
import { PuzzleTry } from "./puzzle-try";

interface Props {
  engine: Thinker;
}

export function DailyView({ engine }: Props) {
  const day = dayOf(new Date());
  return (
    <Loaded title={words().learn.daily.title} load={loadPuzzles}>
      {(puzzles) => {
        const puzzle = puzzleOfDay(puzzles, day);
        return puzzle === null ? null : <Daily puzzle={puzzle} day={day} engine={engine} />;
      }}
    </Loaded>
  );
}

export function PuzzlesView({ engine }: Props) {
  return (
    <Loaded title={words().learn.puzzles.title} load={loadPuzzles}>
      {(puzzles) => <Trainer puzzles={puzzles} engine={engine} />}
    </Loaded>
  );
}

function Daily({ puzzle, day, engine }: Props & { puzzle: Puzzle; day: string }) {
  const text = words().learn.daily;
  const message = useSignal("");
  const attempt = useTry(puzzle, engine, "daily", (result) => {
    const { done, days } = storedResults.read();
    if (days[day] === undefined) storedResults.write({ done: { ...done, [puzzle.id]: result }, days: { ...days, [day]: result } });
  });
  const results = storedResults.read();
  const streak = streakOf(results, day);
  const result = results.days[day] ?? null;
  const share = async () => {
    const url = new URL(address("learn", "daily"), location.href).href;
    const summary = text.shared(day, result?.wrong ?? null, streak);
    const sharing = await shareLink(url, summary);
    message.value = sharing === "copied" ? text.copied : sharing === "refused" ? `${summary} ${url}` : "";
  };
  return (
    <Solving attempt={attempt} title={text.title} progress={streak === 0 ? day : `${day} · ${text.streak(streak)}`}>
      {result !== null && (
        <>
          <p>{text.tomorrow}</p>
          <button type="button" class="primary" onClick={share}>
            {text.share}
          </button>
          <a class="button" href={address("learn", "puzzles")}>
            {text.more}
          </a>
          <p class="faint" role="status">
            {message.value}
          </p>
        </>
      )}
    </Solving>
  );
}

function Trainer({ puzzles, engine }: Props & { puzzles: readonly Puzzle[] }) {
  const text = words().learn.puzzles;
  const filter = useSignal(storedFilter.read());
  const puzzle = useSignal(puzzles.find((it) => it.id === storedUnderWay.trainer.read()?.id) ?? choose(puzzles));
  const attempt = useTry(puzzle.value, engine, "trainer", (result) => {
    const { done, days } = storedResults.read();
    storedResults.write({ done: { ...done, [puzzle.value.id]: result }, days });
  });
  const next = () => {
    storedUnderWay.trainer.write(null);
    puzzle.value = choose(puzzles);
  };
  const setFilter = (changed: Partial<typeof filter.value>) => {
    filter.value = { ...filter.value, ...changed };
    storedFilter.write(filter.value);
    next();
  };
  const { done } = storedResults.read();
  const first = Object.values(done).filter((it) => it.wrong === 0).length;
  return (
    <Solving attempt={attempt} title={text.title} progress={text.solved(first, Object.keys(done).length)}>
      <button type="button" class={attempt.isSolved.value ? "primary" : ""} onClick={next}>
        {attempt.isSolved.value ? words().learn.next : words().learn.skip}
      </button>
      <label class="inline">
        {text.kind}
        <select value={filter.value.kind} onChange={({ currentTarget: { value } }) => setFilter({ kind: value as typeof filter.value.kind })}>
          {(["all", ...KINDS] as const).map((it) => (
            <option key={it} value={it}>
              {text.kinds[it]}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        {text.difficulty}
        <select
          value={filter.value.difficulty}
          onChange={({ currentTarget: { value } }) => setFilter({ difficulty: value as typeof filter.value.difficulty })}
        >
          {DIFFICULTIES.map((it) => (
            <option key={it} value={it}>
              {text.difficulties[it]}
            </option>
          ))}
        </select>
      </label>
    </Solving>
  );
}

/** A random puzzle of the filter that is not solved yet; if all are solved, any of them. */
function choose(puzzles: readonly Puzzle[]): Puzzle {
  const { done } = storedResults.read();
  const wanted = filtered(puzzles, storedFilter.read());
  const open = wanted.filter((it) => done[it.id]?.wrong === undefined || done[it.id]?.wrong === null);
  const among = open.length > 0 ? open : wanted;
  const chosen = among[Math.floor(Math.random() * among.length)] ?? puzzles[0];
  if (chosen === undefined) throw new Error("there are no puzzles");
  return chosen;
}

/** A puzzle that is being solved. It is kept with every move, and its result once it is solved. */
function useTry(puzzle: Puzzle, engine: Thinker, where: keyof typeof storedUnderWay, onSolved: (result: Result) => void): PuzzleTry {
  const attempt = useMemo(() => {
    const kept = storedUnderWay[where];
    return new PuzzleTry(puzzle, engine, kept.read(), (now) => {
      kept.write(now);
      if (attempt.result.value !== null) onSolved(attempt.result.value);
    });
  }, [puzzle, engine]);
  useEffect(() => () => attempt.cancel(), [attempt]);
  return attempt;
}

interface SolvingProps {
  attempt: PuzzleTry;
  title: string;
  progress: string;
  children: preact.ComponentChildren;
}

function Solving({ attempt, title, progress, children }: SolvingProps) {
  const text = words().learn;
  const { puzzle } = attempt;
  const [look, lines, moves] = [attempt.look.value, attempt.lines.value, attempt.moves.value];
  const [isSolved, isShown, tried] = [attempt.isSolved.value, attempt.isShown.value, attempt.tried.value];
  const ask = text.puzzles.asks[puzzle.kind](words().side[sideOf(look)]);
  const level = fittingLevel(puzzle.difficulty);
  return (
    <Exercise
      title={title}
      progress={progress}
      ask={isSolved ? text.puzzles.done : ask}
      before={look}
      look={look}
      last={moves.findLast((it) => it !== "pass") ?? null}
      marks={isShown && !isSolved && lines !== null ? marksOf(lines, look) : null}
      canPlay={!isSolved}
      verdict={tried === null ? null : verdictOf(tried, puzzle, isSolved)}
      onPlay={(square) => attempt.try(square)}
    >
      <p class="faint">{text.puzzles.rated(puzzle.difficulty, level)}</p>
      {attempt.error.value !== null && (
        <div class="error" role="alert">
          <ProblemText problem={attempt.error.value} />
        </div>
      )}
      {!isSolved && !isShown && (
        <button type="button" onClick={() => attempt.show()}>
          {text.show}
        </button>
      )}
      {children}
    </Exercise>
  );
}

function verdictOf({ move, score, pv }: LineText, { kind }: Puzzle, isSolved: boolean): Verdict {
  const text = words().learn.puzzles;
  const square = move ?? "";
  if (score > 0) {
    const playedOut = isSolved ? text.held(score) : text.holds(square);
    return { kind: "good", text: kind === "hold" ? playedOut : text.right(square, score) };
  }
  const reply = pv.find((it, index) => index > 0 && it !== "pass") ?? "";
  return { kind: "bad", text: score === 0 ? text.draws(square, reply) : text.loses(square, -score, reply) };
}
