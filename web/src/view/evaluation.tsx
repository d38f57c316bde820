// Which evaluation the engine of the page uses: the hand-made one, until the learned weights have come.

import type { Engine } from "../wane/engine";
import type { Look } from "../wane/messages";
import { pageParts } from "../wane/parts";
import { words } from "../words/words";

/** The learned weights are for this size of the board. */
const LEARNED_SIZE = 8;

/** Whether the engine evaluates positions like this one with learned weights, now or as soon as they have come. */
function isLearnable({ size, objective }: Look): boolean {
  return size === LEARNED_SIZE && pageParts.hasWeights(objective);
}

/** A sentence about the evaluation: always, or only while it is the small one. */
export function Evaluation({ engine, look, always }: { engine: Engine; look: Look; always: boolean }) {
  if (!isLearnable(look)) return null;
  const text = words().evaluation;
  const isFull = engine.learned.value.has(look.objective);
  if (isFull && !always) return null;
  return (
    <p class="faint" role="status" data-testid="evaluation" data-full={isFull}>
      {isFull ? text.full : text.small}
    </p>
  );
}
