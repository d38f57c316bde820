// The entry point of the page: it sets the language, loads the rules, and renders the app.

import "./styles/base.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/parts.css";
import "./styles/forced-colors.css";

import { render } from "preact";

import { storedAnalysis } from "./analyse/settings";
import { App } from "./app";
import { registerServiceWorker } from "./offline/register";
import { applyPreferences } from "./view/preferences";
import { Logo } from "./view/icons";
import { Engine } from "./wane/engine";
import { loadRules, pageParts } from "./wane/parts";
import { type PageProblem, problemOf } from "./wane/problem";
import * as rules from "./wane/rules";
import { GameEngine } from "./play/guests";
import { findServer, Server } from "./wane/server";
import { ProblemText } from "./view/problem-text";
import { initializeLanguage, words } from "./words/words";
import { Visit } from "./visit";

/** The opponent thinks on one worker. */
const OPPONENT_SIZE = { workers: 1, megabytes: 32 };

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no element #app");

applyPreferences();

try {
  const ready = loadRules().then(rules.initialize);
  await Promise.all([ready, initializeLanguage(navigator.languages).then(() => render(<Loading />, root))]);
  const opponent = new Engine(pageParts, OPPONENT_SIZE);
  const analysis = new Engine(pageParts, storedAnalysis.read());
  opponent.warmUp();
  const server = findServer();
  const visit = await Visit.begin({ opponent, analysis, games: new GameEngine(opponent, server) });
  render(<App visit={visit} />, root);
  // On a slow line the weights come first, and then the files for the next visit.
  void opponent.learn(visit.session.value.settings.objective).then(registerServiceWorker, registerServiceWorker);
  void server.then((info) => {
    if (info === null) return;
    visit.guests.value = info.guests;
    visit.study.analysis.addServer(new Server());
  });
} catch (error) {
  render(<Broken problem={problemOf(error)} />, root);
}

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
      <div class="error">
        <ProblemText problem={problem} />
      </div>
      <button type="button" onClick={() => location.reload()}>
        {words().retry}
      </button>
    </main>
  );
}
