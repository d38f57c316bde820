// Whoever can be asked to think: the engine in the page, or one on a server.

import type { Event, Task } from "./messages";

export type Heard = (event: Event) => void;

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
