// The section for analysis: the scores of all moves, the best lines, the review of a game, and import and export.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { moveNumber } from "../game/tree";
import { Board } from "../view/board";
import { RadioGroup } from "../view/radio-group";
import { Icon } from "../view/icons";
import { flipsBetween, marksOf, scoreText } from "../view/marks";
import { MoveInput } from "../view/move-input";
import { Moves } from "../view/moves";
import { showsDots } from "../view/preferences";
import { announce, Count, Live } from "../view/status";
import { Steps } from "../view/steps";
import type { PageProblem } from "../wane/problem";
import { problemText } from "../words/problems";
import { words } from "../words/words";
import { Exchange } from "./exchange";
import { Graph } from "./graph";
import { Setup } from "./setup";
import type { Study } from "./study";
import { Thinking } from "./thinking";

interface Props {
  study: Study;
  /** What is wrong with the link that was opened. */
  error: PageProblem | null;
  onPlayFrom: () => void;
  onMistakes: () => void;
}

export function AnalyseView({ study, error, onPlayFrom, onMistakes }: Props) {
  const text = words().analyse;
  const isSettingUp = useSignal(false);
  const look = study.look.value;
  const node = study.node.value;
  const report = study.report.value;
  const best = report?.lines[0];

  useEffect(() => {
    study.activate();
    return () => study.deactivate();
  }, [study]);

  if (isSettingUp.value) {
    return (
      <Setup
        look={look}
        onDone={(position) => {
          isSettingUp.value = false;
          if (position !== null) study.open(position, [], null);
        }}
      />
    );
  }

  return (
    <div class="page">
      <h1 class="sr-only">{words().tabs.analyse}</h1>
      <section class="stage" aria-label={words().board.label}>
        <Board
          look={look}
          last={node.move === "pass" ? null : node.move}
          flipped={flipsBetween(node)}
          marks={report === null ? null : marksOf(report.lines)}
          canPlay={look.score === null}
          showMoves={showsDots.value}
          onPlay={(square) => study.play(square)}
        />
        <Steps game={study} />
      </section>
      <section class="panel" aria-label={words().tabs.analyse}>
        {error !== null && (
          <p class="error" role="alert">
            {text.badLink(problemText(error))}
          </p>
        )}
        <Count look={look} names={study.names.value} />
        <Live text={`${announce(node)} ${best?.exact ? text.exactly(scoreText(best)) : ""}`} />
        <div class="card">
          <div class="spread">
            <button type="button" onClick={() => study.setAnalysing(!study.isAnalysing.value)}>
              <Icon name={study.isAnalysing.value ? "pause" : "play"} />
              {study.isAnalysing.value ? text.pause : text.resume}
            </button>
            <label class="inline">
              {text.lines}
              <select
                value={study.lines.value}
                onChange={(event) => study.setLines(Number(event.currentTarget.value))}
              >
                {[1, 2, 3, 5, 64].map((lines) => (
                  <option key={lines} value={lines}>
                    {lines === 64 ? text.all : lines}
                  </option>
                ))}
              </select>
            </label>
          </div>
          {study.server.value !== null && (
            <RadioGroup
              label={text.place}
              value={study.prefersServer.value ? "server" : "page"}
              options={[
                ["page", text.inPage],
                ["server", text.onServer],
              ]}
              onChoose={(place) => study.setPlace(place)}
            />
          )}
          <Thinking study={study} />
        </div>
        <Review study={study} onMistakes={onMistakes} />
        <Moves tree={study.moves} current={node} losses={study.losses.value} onGo={(to) => study.go(to)} />
        {node.parent !== null && node.parent.children[0] !== node && (
          <div class="buttons">
            <button type="button" onClick={() => study.promote()}>
              {text.promote}
            </button>
            <button type="button" onClick={() => study.remove()}>
              {text.remove}
            </button>
          </div>
        )}
        <MoveInput onPlay={(square) => study.play(square)} />
        <div class="buttons">
          <button
            type="button"
            onClick={() => {
              isSettingUp.value = true;
            }}
          >
            <Icon name="board" />
            {text.setUp}
          </button>
          <button type="button" onClick={onPlayFrom} disabled={look.score !== null}>
            <Icon name="play" />
            {text.playFrom}
          </button>
        </div>
        <Exchange study={study} />
      </section>
    </div>
  );
}

/** The review of the game, and the button that starts it. */
function Review({ study, onMistakes }: { study: Study; onMistakes: () => void }) {
  const text = words().analyse;
  const sides = words().side;
  const summary = study.summary.value;
  const moves = study.reviewedMoveCount.value;
  const isNew = study.moveReviews.value.size === 0 && !study.isReviewing.value;
  if (study.line.value.length < 2) return <p class="note">{text.empty}</p>;
  return (
    <div class="card">
      {!isNew && (
        <Graph
          moves={moves}
          reviews={study.moveReviews.value}
          end={summary?.score ?? null}
          at={moveNumber(study.node.value)}
          onGo={(to) => study.goTo(to)}
        />
      )}
      {!isNew && <p class="faint">{text.graphHow}</p>}
      {summary !== null && (
        <div class="summary">
          <p>{text.accuracy(sides.X, summary.black.percent, summary.black.average_loss)}</p>
          <p>{text.accuracy(sides.O, summary.white.percent, summary.white.average_loss)}</p>
          {summary.turn !== null && <p>{text.turn(summary.turn)}</p>}
        </div>
      )}
      {study.reviewError.value !== null && (
        <p class="error" role="alert">
          {problemText(study.reviewError.value)}
        </p>
      )}
      <div class="buttons">
        <button
          type="button"
          class={isNew ? "primary" : ""}
          onClick={() => study.review()}
          disabled={study.isReviewing.value}
        >
          <Icon name="graph" />
          {study.isReviewing.value
            ? text.reviewing(study.moveReviews.value.size, moves)
            : isNew
              ? text.review
              : text.again}
        </button>
        {summary !== null && (
          <button type="button" onClick={onMistakes}>
            <Icon name="repeat" />
            {text.mistakes}
          </button>
        )}
      </div>
    </div>
  );
}
