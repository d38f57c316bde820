// Where the page begins: the language, then the engine, then all the rest.

import "./styles/base.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/parts.css";

import { render } from "preact";

import { App } from "./app";
import { keepOffline } from "./offline/register";
import { followPreferences } from "./view/preferences";
import { Logo } from "./view/icons";
import { Engine } from "./wane/engine";
import { type PageProblem, problemOf } from "./wane/problem";
import * as rules from "./wane/rules";
import { findServer } from "./wane/server";
import { problemText } from "./words/problems";
import { beginLanguage, words } from "./words/words";

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no place for the app");

beginLanguage(navigator.languages);
followPreferences();
render(<Loading />, root);

try {
  const [engine] = await Promise.all([Engine.start(), rules.begin()]);
  render(<App engine={engine} server={findServer()} />, root);
} catch (error) {
  render(<Broken problem={problemOf(error)} />, root);
}
keepOffline();

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
