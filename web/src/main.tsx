// The entry point of the page: it sets the language, loads the engine, and renders the app.

import "./styles/base.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/parts.css";

import { render } from "preact";

import { App } from "./app";
import { registerServiceWorker } from "./offline/register";
import { applyPreferences } from "./view/preferences";
import { Logo } from "./view/icons";
import { Engine } from "./wane/engine";
import { type PageProblem, problemOf } from "./wane/problem";
import * as rules from "./wane/rules";
import { findServer } from "./wane/server";
import { problemText } from "./words/problems";
import { initializeLanguage, words } from "./words/words";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no element #app");

initializeLanguage(navigator.languages);
applyPreferences();
render(<Loading />, root);

try {
  const [engine] = await Promise.all([Engine.start(), rules.initialize()]);
  render(<App engine={engine} server={findServer()} />, root);
} catch (error) {
  render(<Broken problem={problemOf(error)} />, root);
}
registerServiceWorker();

function Loading() {
  return (
    <main class="splash" aria-busy="true">
      <Logo />
      <p role="status">{words().loading}</p>
    </main>
  );
}

function Broken({ problem }: { problem: PageProblem }) {
  return (
    <main class="splash">
      <Logo />
      <h1>{words().broken}</h1>
      <p class="error">{problemText(problem)}</p>
      <button type="button" onClick={() => location.reload()}>
        {words().retry}
      </button>
    </main>
  );
}
