// A section of the page whose code is loaded when it is first shown.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

import { words } from "../words/words";

type State<Props> = { kind: "loading" | "failed" } | { kind: "loaded"; View: ComponentType<Props> };

export function onDemand<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const state = signal<State<Props>>({ kind: "loading" });
  let loading: Promise<void> | null = null;
  const begin = () => {
    loading ??= load().then(
      (View) => {
        state.value = { kind: "loaded", View };
      },
      () => {
        state.value = { kind: "failed" };
      },
    );
  };
  return (props) => {
    useEffect(begin, []);
    if (state.value.kind === "loaded") return <state.value.View {...props} />;
    return state.value.kind === "loading" ? <Wait /> : <Failed />;
  };
}

function Wait() {
  return (
    <p class="splash" role="status" aria-busy="true">
      {words().loading}
    </p>
  );
}

/** A failed script is not loaded again before a reload. It may be of an old build that is no longer there. */
function Failed() {
  return (
    <div class="splash">
      <p class="error" role="alert">
        {words().notLoaded}
      </p>
      <button type="button" onClick={() => location.reload()}>
        {words().retry}
      </button>
    </div>
  );
}
