// Going through a game: by buttons under the board, and by the arrow keys wherever they mean nothing else.

import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import type { Node } from "../game/tree";
import { words } from "../words/words";
import { Icon } from "./icons";

const STEPS = ["first", "back", "forward", "last"] as const;

type Step = (typeof STEPS)[number];

/** A game that one can go through. */
type Stepped = { readonly node: ReadonlySignal<Node> } & Record<Step, () => void>;

const KEYS: Record<string, Step> = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

/** Where these keys have a meaning of their own. */
const TAKEN = "input, textarea, select, [role=grid], [role=slider], dialog";

export function Steps({ game }: { game: Stepped }) {
  const text = words().analyse;
  const { parent, children } = game.node.value;
  const can = (step: Step) => (step === "first" || step === "back" ? parent !== null : children.length > 0);

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const isTaken = event.target instanceof Element && event.target.closest(TAKEN) !== null;
      const step = KEYS[event.key];
      if (isTaken || step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      game[step]();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [game]);

  return (
    <div class="steps" role="group" aria-label={text.steps}>
      {STEPS.map((step) => (
        // Not disabled at the ends of the game: that would take the focus away.
        <button
          type="button"
          key={step}
          aria-label={text[step]}
          aria-disabled={!can(step)}
          onClick={() => game[step]()}
        >
          <Icon name={step} />
        </button>
      ))}
    </div>
  );
}
