// What the page asks to think: the engine in the page, or one on a server.

import type { Event, Task } from "./messages";
import type { PageProblem } from "./problem";

/** An event of the engine, or a failure on the way to it. */
export type Told = Event | { tell: "failed"; problem: PageProblem };

export type Heard = (event: Told) => void;

export interface Thought {
  /** No more is heard of it. */
  cancel(): void;
  /** When there is no more to come; never if it was cancelled. */
  done: Promise<void>;
}

export interface Thinker {
  /** Thinks about a task, and about nothing else. */
  think(task: Task, heard: Heard): Thought;
}
