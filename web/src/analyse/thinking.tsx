// The analysis of the current position: the depth, and the best lines with their principal variations.

import { scoreText } from "../view/marks";
import type { LineText } from "../wane/messages";
import { problemText } from "../words/problems";
import { words } from "../words/words";
import type { Study } from "./study";

/** How many lines are shown. */
const MAX_LINES = 5;

/** How many moves of a line are shown. */
const MAX_MOVES = 10;

export function Thinking({ study }: { study: Study }) {
  const text = words().analyse;
  const report = study.report.value;
  const { score } = study.look.value;
  if (score !== null) return <p class="note">{words().status.over(score)}</p>;
  if (study.error.value !== null) {
    return (
      <p class="error" role="alert">
        {problemText(study.error.value)}
      </p>
    );
  }
  if (report === null) {
    const status = study.isReviewing.value ? text.waiting : study.isAnalysing.value ? text.begins : text.paused;
    return <p class="faint">{status}</p>;
  }
  const best = report.lines[0];
  const speed = report.seconds > 0.05 ? report.nodes / report.seconds : 0;
  const play = (moves: string[]) => moves.forEach((move) => study.play(move));
  return (
    <div class="thinking">
      <p class="faint" data-testid="depth">
        {best?.exact ? text.solved : best?.wld ? text.outcome(report.depth) : text.depth(report.depth)}
        {" · "}
        {text.nodes(shortNumber(report.nodes))}
        {speed > 0 && ` · ${text.speed(shortNumber(speed))}`}
      </p>
      <ol class="lines">
        {report.lines.slice(0, MAX_LINES).map((line) => (
          <LineView key={line.move} line={line} onPlay={play} />
        ))}
      </ol>
    </div>
  );
}

/** A line; each of its moves is a button that plays the line up to it. */
function LineView({ line, onPlay }: { line: LineText; onPlay: (moves: string[]) => void }) {
  return (
    <li>
      <b class={line.exact ? "exact" : ""}>{scoreText(line)}</b>
      <span class="pv">
        {line.pv.slice(0, MAX_MOVES).map((move, index) => (
          <button
            type="button"
            class="link"
            // A square occurs only once in a line, but a pass may occur several times.
            key={`${index}${move}`}
            aria-label={words().analyse.playTo(move)}
            onClick={() => onPlay(line.pv.slice(0, index + 1).filter((it) => it !== "pass"))}
          >
            {move}
          </button>
        ))}
      </span>
    </li>
  );
}

/** A large number in short form. */
export function shortNumber(number: number): string {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)} k`;
  return String(Math.round(number));
}
