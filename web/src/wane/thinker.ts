// The interface of an engine: the one in the page, or the one on a server.

import type { Event, Task } from "./messages";
import type { PageProblem } from "./problem";

/** An event of the engine, or a failure of the worker or the connection. */
export type ThinkerEvent = Event | { tell: "failed"; problem: PageProblem };

export type OnEvent = (event: ThinkerEvent) => void;

export interface RunningTask {
  /** Ends the task; no event follows. */
  cancel(): void;
  /** Resolves after the last event; never if the task was cancelled. */
  done: Promise<void>;
}

export interface Thinker {
  /** Runs a task, and cancels the one before. */
  think(task: Task, onEvent: OnEvent): RunningTask;
}
