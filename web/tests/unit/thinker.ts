// An engine that says what a test makes it say, when the test wants it.

import type { Task } from "../../src/wane/messages";
import type { Heard, Thinker, Thought, Told } from "../../src/wane/thinker";

interface Asked {
  task: Task;
  tell: Heard;
  /** There is no more to come; ended when those who wait for it have done what they do then. */
  end: () => Promise<void>;
}

export class ScriptedThinker implements Thinker {
  readonly asked: Asked[] = [];

  think(task: Task, heard: Heard): Thought {
    let [resolve, isCancelled] = [() => {}, false];
    const done = new Promise<void>((it) => {
      resolve = it;
    });
    const tell = (event: Told) => {
      if (!isCancelled) heard(event);
    };
    const end = async () => {
      if (!isCancelled) resolve();
      await Promise.resolve();
    };
    this.asked.push({ task, tell, end });
    return {
      done,
      cancel: () => {
        isCancelled = true;
      },
    };
  }

  /** The task that was given last. */
  get last(): Asked {
    const last = this.asked.at(-1);
    if (last === undefined) throw new Error("nothing was asked");
    return last;
  }
}
