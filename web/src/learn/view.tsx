// The section for learning: a lesson, a course, puzzles, the mistakes of a game, openings, and perfect play on a small board.

import { Icon, type IconName } from "../view/icons";
import { address } from "../view/route";
import type { Visit } from "../visit";
import { words } from "../words/words";
import { CourseView } from "./course-view";
import { LessonView } from "./lesson-view";
import { MistakesView } from "./mistakes-view";
import { OpeningsView } from "./openings-view";
import { PerfectView } from "./perfect-view";
import { DailyView, PuzzlesView } from "./puzzles-view";

interface Props {
  /** The part to show; any other value shows the menu. */
  part: string;
  visit: Visit;
}

const PARTS: readonly { part: "course" | "daily" | "lesson" | "mistakes" | "openings" | "puzzles" | "perfect"; icon: IconName }[] = [
  { part: "lesson", icon: "book" },
  { part: "course", icon: "steps" },
  { part: "daily", icon: "today" },
  { part: "mistakes", icon: "repeat" },
  { part: "puzzles", icon: "puzzle" },
  { part: "openings", icon: "tree" },
  { part: "perfect", icon: "target" },
];

export function LearnView({ part, visit }: Props) {
  const engine = visit.engines.analysis;
  switch (part) {
    case "lesson":
      return <LessonView />;
    case "mistakes":
      return <MistakesView visit={visit} />;
    case "openings":
      return <OpeningsView />;
    case "perfect":
      return <PerfectView engine={engine} />;
    case "course":
      return <CourseView engine={engine} />;
    case "daily":
      return <DailyView engine={engine} />;
    case "puzzles":
      return <PuzzlesView engine={engine} />;
    default:
      return <Menu />;
  }
}

function Menu() {
  const text = words().learn;
  return (
    <div class="narrow">
      <h1>{words().tabs.learn}</h1>
      <ul class="menu">
        {PARTS.map(({ part, icon }) => (
          <li key={part}>
            <a class="card" href={address("learn", part)}>
              <Icon name={icon} />
              <span>
                <b>{text[part].title}</b>
                <span>{text[part].about}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
