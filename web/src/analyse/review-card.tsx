// The review of the game: the graph, how well each side played, and the moves that were not good.

import { moveNumber } from "../game/tree";
import { Icon } from "../view/icons";
import { SIGNS } from "../view/moves";
import { ProblemText } from "../view/problem-text";
import { route } from "../view/route";
import { words } from "../words/words";
import { Graph } from "./graph";
import type { Study } from "./study";

/** The review, and the button that starts it. */
export function ReviewCard({ study }: { study: Study }) {
  const text = words().analyse;
  const { review } = study;
  const summary = review.summary.value;
  const moves = review.moveCount.value;
  const isNew = review.moves.value.size === 0 && !review.isRunning.value;
  if (study.line.value.length < 2) return <p class="note">{text.empty}</p>;
  return (
    <div class="card">
      {!isNew && (
        <Graph
          moves={moves}
          reviews={review.moves.value}
          end={summary?.score ?? null}
          at={moveNumber(study.node.value)}
          onGo={(to) => study.goTo(to)}
        />
      )}
      {!isNew && <p class="faint">{text.graphHow}</p>}
      {summary !== null && <Summary study={study} />}
      {review.error.value !== null && (
        <div class="error" role="alert">
          <ProblemText problem={review.error.value} />
        </div>
      )}
      <div class="buttons">
        <button
          type="button"
          class={isNew ? "primary" : ""}
          onClick={() => study.startReview()}
          disabled={review.isRunning.value}
        >
          <Icon name="graph" />
          {review.isRunning.value
            ? text.reviewing(review.moves.value.size, moves)
            : isNew
              ? text.review
              : text.again}
        </button>
        {summary !== null && (
          <button type="button" onClick={() => route.to("learn", "mistakes", `study=${study.id.value}`)}>
            <Icon name="repeat" />
            {text.mistakes}
          </button>
        )}
      </div>
    </div>
  );
}

/** How well both sides played, and the way to the moves that were not good. */
function Summary({ study }: { study: Study }) {
  const text = words().analyse;
  const sides = words().side;
  const summary = study.review.summary.value;
  if (summary === null) return null;
  const { turn } = summary;
  return (
    <>
      <div class="summary">
        <p>{text.accuracy(sides.X, summary.black.percent, summary.black.average_loss)}</p>
        <p>{text.accuracy(sides.O, summary.white.percent, summary.white.average_loss)}</p>
        {turn !== null && (
          <p>
            <button type="button" class="link turn" onClick={() => study.goTo(turn)}>
              {text.turn(turn)}
            </button>
          </p>
        )}
      </div>
      <Faults study={study} />
    </>
  );
}

function Faults({ study }: { study: Study }) {
  const text = words().analyse;
  const faults = study.review.faults.value;
  const at = moveNumber(study.node.value);
  const next = faults.find(({ number }) => number > at);
  const before = faults.findLast(({ number }) => number < at);
  if (faults.length === 0) return <p class="note">{text.noFaults}</p>;
  return (
    <div class="faults">
      <div class="buttons">
        <button type="button" aria-disabled={before === undefined} onClick={() => before && study.goTo(before.number)}>
          <Icon name="back" />
          {text.faultBefore}
        </button>
        <button type="button" aria-disabled={next === undefined} onClick={() => next && study.goTo(next.number)}>
          {text.faultNext}
          <Icon name="forward" />
        </button>
      </div>
      <ol aria-label={text.faults}>
        {faults.map(({ number, side, played, severity, loss, move }) => (
          <li key={number}>
            <button
              type="button"
              class={`fault ${severity}`}
              aria-current={number === at ? "step" : undefined}
              onClick={() => study.goTo(number)}
            >
              <i class={`disc small ${side}`} aria-hidden="true" />
              <span>
                {`${number}. ${played}`}
                <b aria-hidden="true">{SIGNS[severity]}</b>
              </span>
              <span class="faint">{text.fault(text.severities[severity], loss, move ?? "")}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
