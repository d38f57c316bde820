// The page: its three sections and the state that they share.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { Study } from "./analyse/study";
import { AnalyseView } from "./analyse/view";
import { fromQuery } from "./game/share";
import { sideOf } from "./game/side";
import { LearnView } from "./learn/view";
import { namesOf } from "./play/names";
import { Session } from "./play/session";
import { storedGame } from "./play/saved";
import { type Settings, storedSettings } from "./play/settings";
import { PlayView } from "./play/view";
import { Header } from "./view/header";
import { route } from "./view/route";
import { type PageProblem, problemOf } from "./wane/problem";
import type { Thinker } from "./wane/thinker";
import * as rules from "./wane/rules";

export function App({ engine, server }: { engine: Thinker; server: Promise<Thinker | null> }) {
  const session = useSignal(useMemo(() => firstSession(engine), [engine]));
  const study = useMemo(() => new Study(engine, rules.start(8, "fewest")), [engine]);
  const error = useSignal<PageProblem | null>(null);
  const query = route.query.value;

  useEffect(() => {
    void server.then((found) => found && study.addServer(found));
  }, [server, study]);
  useSignalEffect(() => storedGame.write(session.value.saved()));
  useEffect(() => {
    error.value = null;
    const shared = fromQuery(query);
    if (shared === null) return;
    try {
      study.openShared(shared);
    } catch (reason) {
      error.value = problemOf(reason);
    }
  }, [query, study]);

  const [section, part] = [route.section.value, route.part.value];
  useEffect(() => scrollTo(0, 0), [section, part]);

  const begin = (wanted: Settings) => {
    storedSettings.write(wanted);
    session.value = new Session(wanted, engine);
  };
  const playFrom = () => {
    const look = study.look.value;
    const { size, objective, position } = look;
    const { opponent } = session.value.settings;
    const settings = { size, objective, opponent, colour: sideOf(look), minutes: 0, start: position };
    session.value = new Session(settings, engine);
    route.to("play");
  };
  const takeGame = () => {
    const { settings, path } = session.value;
    const [root, ...moves] = path.value;
    if (root === undefined) return;
    const learner = settings.opponent === "friend" ? null : settings.colour;
    study.open(root.look, moves.flatMap(({ move }) => move ?? []), 0, namesOf(settings), learner);
  };

  const hasGame = session.value.path.value.length > 1;
  return (
    <>
      <Header section={section} />
      <main>
        {section === "play" && (
          <PlayView
            session={session.value}
            onNew={begin}
            onReview={() => {
              takeGame();
              study.review();
              route.to("analyse");
            }}
            onMistakes={() => {
              takeGame();
              route.to("learn", "mistakes");
            }}
          />
        )}
        {section === "analyse" && (
          <AnalyseView
            study={study}
            error={error.value}
            onPlayFrom={playFrom}
            onMistakes={() => route.to("learn", "mistakes")}
          />
        )}
        {section === "learn" && (
          <LearnView part={part} engine={engine} study={study} onTakeGame={hasGame ? takeGame : null} />
        )}
      </main>
    </>
  );
}

/** The unfinished game of the last visit, or a new game with the last settings. */
function firstSession(engine: Thinker): Session {
  const saved = storedGame.read();
  try {
    if (saved !== null) return Session.restore(saved, engine);
  } catch {
    // The stored game is not valid.
  }
  return new Session(storedSettings.read(), engine);
}
