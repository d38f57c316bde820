// A fake engine whose events the test sends.

import type { Task } from "../../src/wane/messages";
import type { OnEvent, RunningTask, Thinker, ThinkerEvent } from "../../src/wane/thinker";

interface Request {
  task: Task;
  send: OnEvent;
  /** Ends the task, and waits for the effects. */
  end: () => Promise<void>;
}

export class ScriptedThinker implements Thinker {
  readonly requests: Request[] = [];

  think(task: Task, onEvent: OnEvent): RunningTask {
    let [resolve, isCancelled] = [() => {}, false];
    const done = new Promise<void>((it) => {
      resolve = it;
    });
    const send = (event: ThinkerEvent) => {
      if (!isCancelled) onEvent(event);
    };
    const end = async () => {
      if (!isCancelled) resolve();
      await Promise.resolve();
    };
    this.requests.push({ task, send, end });
    return {
      done,
      cancel: () => {
        isCancelled = true;
      },
    };
  }

  /** The last task. */
  get last(): Request {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error("there was no task");
    return last;
  }
}
