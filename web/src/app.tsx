// The page: its sections, and what the visitor has open.

import { useEffect } from "preact/hooks";

import { Header } from "./header";
import { PlayView } from "./play/view";
import { Keys } from "./view/keys";
import { Notices } from "./view/notices";
import { onDemand } from "./view/on-demand";
import { route } from "./view/route";
import type { Visit } from "./visit";
import { language, words } from "./words/words";

const AnalyseView = onDemand(() => import("./analyse/view").then((it) => it.AnalyseView));
const GamesView = onDemand(() => import("./games/view").then((it) => it.GamesView));
const LearnView = onDemand(() => import("./learn/view").then((it) => it.LearnView));

export function App({ visit }: { visit: Visit }) {
  const [section, part] = [route.section.value, route.part.value];
  // The part of the first section is the id of the game, and the page renames it itself.
  useEffect(() => scrollTo(0, 0), [section, section === "play" ? "" : part]);
  useEffect(() => {
    const { title, tabs } = words();
    document.title = section === "play" ? title : `${tabs[section]} · ${title}`;
  }, [section, language.value]);
  return (
    <>
      <Header section={section} />
      <main>
        <Notices />
        {section === "play" && <PlayView visit={visit} />}
        {section === "analyse" && <AnalyseView visit={visit} />}
        {section === "learn" && <LearnView part={part} visit={visit} />}
        {section === "games" && <GamesView visit={visit} />}
      </main>
      <Keys />
    </>
  );
}
