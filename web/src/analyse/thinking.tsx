// The analysis of the current position: the depth, and the best lines with their principal variations.

import { useSignal } from "@preact/signals";

import { type Side, sideOf } from "../game/side";
import { Evaluation } from "../view/evaluation";
import { Icon } from "../view/icons";
import { scoreText } from "../view/marks";
import { RadioGroup } from "../view/radio-group";
import type { Engine } from "../wane/engine";
import type { LineText } from "../wane/messages";
import { ProblemText } from "../view/problem-text";
import { words } from "../words/words";
import type { Analysis } from "./analysis";
import { SettingsDialog } from "./settings-dialog";
import type { Study } from "./study";

/** How many lines are shown. */
const MAX_LINES = 5;

/** How many moves of a line are shown. */
const MAX_MOVES = 10;

export function Thinking({ study, engine }: { study: Study; engine: Engine }) {
  const text = words().analyse;
  const { analysis } = study;
  const isDialogOpen = useSignal(false);
  const { score } = study.look.value;
  if (score !== null) return <p class="note">{words().status.over(score)}</p>;
  return (
    <div class="card">
      <div class="spread">
        <Switch analysis={analysis} />
        <button
          type="button"
          class="icon-button"
          aria-label={text.settings.title}
          onClick={() => {
            isDialogOpen.value = true;
          }}
        >
          <Icon name="settings" />
        </button>
      </div>
      {analysis.server.value !== null && (
        <RadioGroup
          label={text.place}
          value={analysis.place.value}
          options={[
            ["page", text.inPage],
            ["server", text.onServer],
          ]}
          onChoose={(place) => analysis.setPlace(place)}
        />
      )}
      {analysis.isServerLost.value && (
        <p class="notice" role="status">
          {text.serverLost}
        </p>
      )}
      <Report study={study} />
      <p class="faint">{text.perspective}</p>
      {analysis.place.value === "page" && <Evaluation engine={engine} look={study.look.value} always />}
      {isDialogOpen.value && (
        <SettingsDialog
          analysis={analysis}
          onClose={() => {
            isDialogOpen.value = false;
          }}
        />
      )}
    </div>
  );
}

/** Starts, pauses or continues the analysis. */
function Switch({ analysis }: { analysis: Analysis }) {
  const text = words().analyse;
  if (analysis.canGoDeeper.value) {
    return (
      <button type="button" onClick={() => analysis.goDeeper()}>
        <Icon name="play" />
        {text.deeper}
      </button>
    );
  }
  const isOn = analysis.isOn.value;
  return (
    <button type="button" onClick={() => analysis.setOn(!isOn)}>
      <Icon name={isOn ? "pause" : "play"} />
      {isOn ? text.pause : text.resume}
    </button>
  );
}

function Report({ study }: { study: Study }) {
  const text = words().analyse;
  const { analysis } = study;
  const report = analysis.report.value;
  if (analysis.error.value !== null) {
    return (
      <div class="error" role="alert">
        <ProblemText problem={analysis.error.value} />
      </div>
    );
  }
  if (report === null) {
    const status = study.review.isRunning.value ? text.waiting : analysis.isOn.value ? text.begins : text.paused;
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
          <LineView key={line.move} line={line} side={sideOf(study.look.value)} onPlay={play} />
        ))}
      </ol>
    </div>
  );
}

/** A line; each of its moves is a button that plays the line up to it. */
function LineView({ line, side, onPlay }: { line: LineText; side: Side; onPlay: (moves: string[]) => void }) {
  return (
    <li>
      <b class={line.exact ? "exact" : ""}>{scoreText(line, side)}</b>
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
