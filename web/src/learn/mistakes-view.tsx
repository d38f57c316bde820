// Learning from mistakes: the engine reviews the game, then the player tries each bad move again.

import { useEffect, useMemo } from "preact/hooks";

import type { Study } from "../analyse/study";
import { sideOf } from "../game/side";
import type { Mark } from "../view/board";
import { marksOf, scoreText } from "../view/marks";
import { address } from "../view/route";
import type { PageProblem } from "../wane/problem";
import type { Thinker } from "../wane/thinker";
import { problemText } from "../words/problems";
import { words } from "../words/words";
import { BackToLearn, Exercise, NextOrShow, type Verdict } from "./exercise";
import { Mistakes } from "./mistakes";

interface Props {
  engine: Thinker;
  study: Study;
  /** Opens the last game for study; null if there is none. */
  onTakeGame: (() => void) | null;
}

export function MistakesView({ engine, study, onTakeGame }: Props) {
  const hasGame = study.line.value.length > 1;
  const isKnown = study.summary.value !== null && !study.isReviewing.value;
  useEffect(() => {
    if (hasGame && !isKnown) study.review();
    return () => study.deactivate();
  }, [study, hasGame]);

  if (!hasGame) return <NoGame onTakeGame={onTakeGame} />;
  if (study.reviewError.value !== null) return <Failed why={study.reviewError.value} onAgain={() => study.review()} />;
  if (!isKnown) return <Waiting study={study} />;
  return <Retry engine={engine} study={study} />;
}

function NoGame({ onTakeGame }: { onTakeGame: (() => void) | null }) {
  const text = words().learn.mistakes;
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{text.title}</h1>
      <p>{text.noGame}</p>
      <div class="buttons">
        {onTakeGame !== null && (
          <button type="button" class="primary" onClick={onTakeGame}>
            {text.takeGame}
          </button>
        )}
        <a class="button" href={address("play")}>
          {words().learn.toPlay}
        </a>
        <a class="button" href={address("analyse")}>
          {text.openGame}
        </a>
      </div>
    </div>
  );
}

function Failed({ why, onAgain }: { why: PageProblem; onAgain: () => void }) {
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{words().learn.mistakes.title}</h1>
      <p class="error" role="alert">
        {problemText(why)}
      </p>
      <button type="button" onClick={onAgain}>
        {words().retry}
      </button>
    </div>
  );
}

function Waiting({ study }: { study: Study }) {
  const moves = study.reviewedMoveCount.value;
  const done = study.moveReviews.value.size;
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{words().learn.mistakes.title}</h1>
      <p role="status">{words().analyse.reviewing(done, moves)}</p>
      <progress value={done} max={Math.max(1, moves)} aria-label={words().learn.mistakes.title} />
    </div>
  );
}

function Retry({ engine, study }: { engine: Thinker; study: Study }) {
  const text = words().learn;
  const mistakes = useMemo(() => new Mistakes(study, engine), [study, engine]);
  useEffect(() => {
    mistakes.analyse();
    return () => mistakes.cancel();
  }, [mistakes]);

  const current = mistakes.current.value;
  if (current === null) return <AllDone count={mistakes.list.length} />;
  const { look } = current.before;
  const { number, played, loss } = current.review.details;
  const isRight = mistakes.result.value?.kind === "good";
  const best = mistakes.lines.value[0];
  return (
    <Exercise
      title={text.mistakes.title}
      progress={text.step(mistakes.at.value + 1, mistakes.list.length)}
      ask={text.mistakes.ask(words().side[sideOf(look)], number, played, loss)}
      before={look}
      look={look}
      last={null}
      marks={isRight || mistakes.isShown.value ? marksOf(mistakes.lines.value) : markOf(played)}
      canPlay={!isRight}
      verdict={verdictOf(mistakes, best === undefined ? "" : scoreText(best))}
      onPlay={(square) => mistakes.try(square)}
    >
      <NextOrShow isRight={isRight} onNext={() => mistakes.next()} onShow={() => mistakes.show()} />
    </Exercise>
  );
}

/** A question mark on the bad move. */
function markOf(played: string): ReadonlyMap<string, Mark> {
  const title = words().learn.mistakes.same(played);
  return new Map([[played, { text: "?", badness: 1, isExact: false, title }]]);
}

function verdictOf(mistakes: Mistakes, best: string): Verdict | null {
  const text = words().learn.mistakes;
  const [result, tried, error] = [mistakes.result.value, mistakes.tried.value, mistakes.error.value];
  // Shown before a move is tried: without an analysis no answer has a result.
  if (result === null && error !== null) return { kind: "bad", text: problemText(error) };
  if (tried === null) return null;
  if (result === null) return { kind: "bad", text: text.thinking };
  switch (result.kind) {
    case "good":
      return { kind: "good", text: text.good(tried, best) };
    case "same":
      return { kind: "bad", text: text.same(tried) };
    case "worse":
      return { kind: "bad", text: text.worse(tried, result.loss) };
  }
}

function AllDone({ count }: { count: number }) {
  const text = words().learn;
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{text.mistakes.title}</h1>
      <p>{count === 0 ? text.mistakes.none : text.mistakes.all}</p>
      <div class="buttons">
        <a class="button primary" href={address("play")}>
          {text.toPlay}
        </a>
        <a class="button" href={address("analyse")}>
          {words().tabs.analyse}
        </a>
      </div>
    </div>
  );
}
