// The evaluation bar: how much of it is black shows how far Black is ahead.

import { words } from "../words/words";
import { signed } from "./marks";

/** A lead of this many discs fills most of the bar. */
const WIDE = 16;

/** `score` is for Black; null if it is not known. */
export function EvaluationBar({ score }: { score: number | null }) {
  const share = score === null ? 0.5 : (1 + Math.tanh(score / WIDE)) / 2;
  const text = score === null ? "" : signed(score, Number.isInteger(score) ? 0 : 1);
  return (
    <div class="evaluation-bar">
      <div
        class="bar"
        role="meter"
        aria-label={words().analyse.bar}
        aria-valuemin={-64}
        aria-valuemax={64}
        aria-valuenow={score ?? 0}
        aria-valuetext={text}
        style={{ "--black-share": share }}
      />
      <b data-testid="score">{text}</b>
    </div>
  );
}
