// Perfect play on 4x4: the exact score of every move, from the first to the last.

import { useEffect, useMemo } from "preact/hooks";

import type { PageEngine } from "../analyse/analysis";
import { Study } from "../analyse/study";
import { type Side, sideOf } from "../game/side";
import { Board } from "../view/board";
import { RadioGroup } from "../view/radio-group";
import { flipsBetween, forBlack, marksOf } from "../view/marks";
import { Moves } from "../view/moves";
import { announce, Count, Live } from "../view/status";
import { Steps } from "../view/steps";
import type { Objective } from "../wane/messages";
import * as rules from "../wane/rules";
import { ProblemText } from "../view/problem-text";
import { words } from "../words/words";
import { BackToLearn } from "./exercise";

const SIZE = 4;

const NO_NAMES = { black: "", white: "" };

export function PerfectView({ engine }: { engine: PageEngine }) {
  const text = words().learn.perfect;
  const study = useMemo(() => new Study(engine, rules.start(SIZE, "fewest")), [engine]);
  useEffect(() => {
    study.activate();
    return () => study.deactivate();
  }, [study]);

  const node = study.node.value;
  const look = study.look.value;
  const report = study.analysis.report.value;
  const best = report?.lines[0];
  const isSolved = best?.exact ?? false;
  const result = resultOf(study);
  const play = (moves: readonly string[]) => moves.filter((it) => it !== "pass").forEach((it) => study.play(it));
  return (
    <div class="page">
      <section class="stage" aria-label={words().board.label}>
        <Board
          look={look}
          last={node.move === "pass" ? null : node.move}
          flipped={flipsBetween(node)}
          marks={report !== null && isSolved ? marksOf(report.lines, look) : null}
          canPlay={look.score === null}
          showMoves={true}
          onPlay={(square) => study.play(square)}
        />
        <Steps game={study} />
      </section>
      <section class="panel" aria-label={text.title}>
        <BackToLearn />
        <h1>{text.title}</h1>
        <p>{text.intro}</p>
        <Count look={look} names={NO_NAMES} />
        <p class="status" data-testid="result">
          {result}
        </p>
        {study.analysis.error.value !== null && (
          <div class="error" role="alert">
            <ProblemText problem={study.analysis.error.value} />
          </div>
        )}
        <Live text={`${announce(node)} ${result}`} />
        <div class="buttons">
          <button
            type="button"
            class="primary"
            aria-disabled={!isSolved}
            onClick={() => play(best?.pv.slice(0, 1) ?? [])}
          >
            {text.best}
          </button>
          <button type="button" onClick={() => play(best?.pv ?? [])} aria-disabled={!isSolved}>
            {text.toEnd}
          </button>
        </div>
        <Moves tree={study.moves} current={node} reviews={study.review.byNode.value} onGo={(to) => study.go(to)} />
        <RadioGroup<Objective>
          label={words().play.game}
          value={look.objective}
          options={[
            ["fewest", words().play.reversed],
            ["most", words().play.normal],
          ]}
          onChoose={(objective) => study.open(rules.start(SIZE, objective), [], null)}
        />
      </section>
    </div>
  );
}

/** The result of perfect play from the current position. */
function resultOf(study: Study): string {
  const text = words();
  const look = study.look.value;
  if (look.score !== null) return text.status.over(look.score);
  const best = study.analysis.report.value?.lines[0];
  // After a failure no analysis runs; the error is shown instead.
  if (best === undefined || !best.exact) return study.analysis.error.value === null ? text.analyse.begins : "";
  const black = forBlack(best.score, sideOf(look));
  if (black === 0) return text.learn.perfect.draw;
  const winner: Side = black > 0 ? "X" : "O";
  return text.learn.perfect.wins(text.side[winner], Math.abs(black));
}
