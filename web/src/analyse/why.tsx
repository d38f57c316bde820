// Why the last move was not good: what the better move avoids, in words.

import { useMemo } from "preact/hooks";

import { other, sideOf } from "../game/side";
import * as rules from "../wane/rules";
import { words } from "../words/words";
import { reasonText } from "../words/reasons";
import type { Study } from "./study";

/** How many reasons are named. */
const MOST = 3;

export function Why({ study }: { study: Study }) {
  const text = words().analyse;
  const node = study.node.value;
  const review = study.review.byNode.value.get(node.id);
  const before = node.parent?.look;
  // The analysis of the position after the move begins with the best reply.
  const reply = study.analysis.report.value?.lines[0]?.pv;
  const reasons = useMemo(() => {
    if (review === undefined || before === undefined || reply === undefined) return [];
    return rules.explain(before, [review.played, ...reply], review.pv).slice(0, MOST);
  }, [review, before, reply?.join()]);
  if (review === undefined || before === undefined || review.severity === "good") return null;
  const mover = sideOf(before);
  const [you, opponent] = [words().side[mover], words().side[other(mover)]];
  return (
    <div class="verdict bad why" data-testid="why">
      <p>
        <b>{text.whyTitle(you, review.played, text.severities[review.severity], review.loss, review.move ?? "")}</b>
      </p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason.code}>{reasonText(reason, you, opponent, before.objective)}</li>
        ))}
      </ul>
    </div>
  );
}
