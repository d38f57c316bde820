// Navigation through a game: buttons under the board, and the arrow keys where no element uses them.

import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import type { Node } from "../game/tree";
import { words } from "../words/words";
import { Icon } from "./icons";

const STEPS = ["first", "back", "forward", "last"] as const;

type Step = (typeof STEPS)[number];

/** A game with navigation. */
type Navigable = { readonly node: ReadonlySignal<Node> } & Record<Step, () => void>;

const KEYS: Record<string, Step> = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

/** Elements that use these keys for themselves. */
const KEY_USERS = "input, textarea, select, [role=grid], [role=slider], dialog";

/** Whether the element with the focus uses these keys for itself. */
export function usesKeys(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest(KEY_USERS) !== null;
}

export function Steps({ game }: { game: Navigable }) {
  const text = words().analyse;
  const { parent, children } = game.node.value;
  const canStep = (step: Step) => (step === "first" || step === "back" ? parent !== null : children.length > 0);

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const step = KEYS[event.key];
      if (usesKeys(event) || step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      game[step]();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [game]);

  return (
    <div class="steps" role="group" aria-label={text.steps}>
      {STEPS.map((step) => (
        // Not disabled at the ends of the game: a disabled button loses the focus.
        <button
          type="button"
          key={step}
          aria-label={text[step]}
          aria-disabled={!canStep(step)}
          onClick={() => game[step]()}
        >
          <Icon name={step} />
        </button>
      ))}
    </div>
  );
}
