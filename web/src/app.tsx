// The page: its sections, and what the visitor has open.

import { useEffect } from "preact/hooks";

import { AnalyseView } from "./analyse/view";
import { Header } from "./header";
import { LearnView } from "./learn/view";
import { PlayView } from "./play/view";
import { Keys } from "./view/keys";
import { Notices } from "./view/notices";
import { route } from "./view/route";
import type { Visit } from "./visit";
import { language, words } from "./words/words";

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
      </main>
      <Keys />
    </>
  );
}
