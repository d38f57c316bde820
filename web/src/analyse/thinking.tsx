// What the engine thinks of the position on the board: how far it has looked, and the best lines, to be stepped
// through.

import { value } from "../view/marks";
import type { LineText } from "../wane/messages";
import { problemText } from "../words/problems";
import { words } from "../words/words";
import type { Study } from "./study";

/** How many lines there is room for. */
const LINES = 5;

/** How many moves of a line there is room for. */
const MOVES = 10;

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
    return <p class="faint">{study.isReviewing.value ? text.waiting : study.isOn.value ? text.begins : text.isOff}</p>;
  }
  const best = report.lines[0];
  const speed = report.seconds > 0.05 ? report.nodes / report.seconds : 0;
  const play = (moves: string[]) => moves.forEach((move) => study.play(move));
  return (
    <div class="thinking">
      <p class="faint" data-testid="depth">
        {best?.exact ? text.solved : best?.wld ? text.outcome(report.depth) : text.depth(report.depth)}
        {" · "}
        {text.nodes(count(report.nodes))}
        {speed > 0 && ` · ${text.speed(count(speed))}`}
      </p>
      <ol class="lines">
        {report.lines.slice(0, LINES).map((line) => (
          <LineView key={line.move} line={line} onPlay={play} />
        ))}
      </ol>
    </div>
  );
}

/** A line; each of its moves is a button that plays up to it. */
function LineView({ line, onPlay }: { line: LineText; onPlay: (moves: string[]) => void }) {
  return (
    <li>
      <b class={line.exact ? "exact" : ""}>{value(line)}</b>
      <span class="pv">
        {line.pv.slice(0, MOVES).map((move, index) => (
          <button
            type="button"
            class="link"
            // A line has a square once only, and may have several passes.
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

/** A large number in a few letters. */
export function count(number: number): string {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)} k`;
  return String(Math.round(number));
}
