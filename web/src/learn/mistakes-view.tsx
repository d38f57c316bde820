// Learning from mistakes: the engine reviews the game, then the player tries each bad move again.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import type { Study } from "../analyse/study";
import { sideOf } from "../game/side";
import type { Node } from "../game/tree";
import type { Mark } from "../view/board";
import { marksOf, scoreText } from "../view/marks";
import { address, route } from "../view/route";
import type { Visit } from "../visit";
import type { PageProblem } from "../wane/problem";
import { ProblemText } from "../view/problem-text";
import { words } from "../words/words";
import { BackToLearn, Exercise, NextOrShow, type Verdict } from "./exercise";
import { Mistakes } from "./mistakes";

export function MistakesView({ visit }: { visit: Visit }) {
  const { study } = visit;
  const { review } = study;
  const [isReady, hasGame] = [useSignal(false), study.line.value.length > 1];
  const wanted = new URLSearchParams(route.query.value).get("study");
  const isKnown = review.summary.value !== null && !review.isRunning.value && isSame(review.line.value, study.line.value);
  useEffect(() => {
    isReady.value = false;
    void openGame(visit, wanted).then(() => {
      isReady.value = true;
    });
    return () => study.deactivate();
  }, [visit, wanted]);
  useEffect(() => {
    if (isReady.value && hasGame && !isKnown) study.startReview();
  }, [isReady.value, hasGame, study.id.value]);

  if (!isReady.value) return null;
  if (!hasGame) return <NoGame />;
  if (review.error.value !== null) return <Failed why={review.error.value} onAgain={() => study.startReview()} />;
  if (!isKnown) return <Waiting study={study} />;
  return <Retry study={study} />;
}

/** Opens the study of the address, or the last game that was played. */
async function openGame(visit: Visit, wanted: string | null): Promise<void> {
  if (wanted !== null && (await visit.openStudy(wanted))) return;
  const last = await visit.lastGame();
  if (last !== null) await visit.studyGame(last);
}

/** Whether a line was reviewed as it is now. */
function isSame(reviewed: readonly Node[], line: readonly Node[]): boolean {
  return reviewed.length === line.length && reviewed.every((node, index) => node === line[index]);
}

function NoGame() {
  const text = words().learn.mistakes;
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{text.title}</h1>
      <p>{text.noGame}</p>
      <div class="buttons">
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
      <div class="error" role="alert">
        <ProblemText problem={why} />
      </div>
      <button type="button" onClick={onAgain}>
        {words().retry}
      </button>
    </div>
  );
}

function Waiting({ study }: { study: Study }) {
  const moves = study.review.moveCount.value;
  const done = study.review.moves.value.size;
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{words().learn.mistakes.title}</h1>
      <p role="status">{words().analyse.reviewing(done, moves)}</p>
      <progress value={done} max={Math.max(1, moves)} aria-label={words().learn.mistakes.title} />
    </div>
  );
}

function Retry({ study }: { study: Study }) {
  const text = words().learn;
  const mistakes = useMemo(() => new Mistakes(study), [study, study.review.summary.value]);
  const current = mistakes.current.value;
  if (current === null) return <AllDone count={mistakes.list.length} />;
  const { look } = current.before;
  const { number, played, loss } = current.review.details;
  const isRight = mistakes.result.value?.kind === "good";
  const best = mistakes.moves.value[0];
  return (
    <Exercise
      title={text.mistakes.title}
      progress={text.step(mistakes.at.value + 1, mistakes.list.length)}
      ask={text.mistakes.ask(words().side[sideOf(look)], number, played, loss)}
      before={look}
      look={look}
      last={null}
      marks={isRight || mistakes.isShown.value ? marksOf(mistakes.moves.value, look) : markOf(played)}
      canPlay={!isRight}
      verdict={verdictOf(mistakes, best === undefined ? "" : scoreText(best, sideOf(look)))}
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
  const [result, tried] = [mistakes.result.value, mistakes.tried.value];
  if (tried === null || result === null) return null;
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
