// A worker with an engine in it, as its owner sees it.
//
// A worker receives no messages during a search. If its owner shares memory with it, a number there says up to which
// task it must stop. Otherwise its owner can only terminate it.

import type { EngineParts } from "./engine";
import type { Event, Task } from "./messages";
import type { PageProblem } from "./problem";

/** What a worker begins with. */
export interface Begin {
  /** The size of its transposition table. */
  megabytes: number;
  /** The weights that have come so far. */
  weights: readonly ArrayBuffer[];
}

/** A worker of a browser, or something like it. */
export type WorkerThread = Pick<Worker, "addEventListener" | "postMessage" | "terminate">;

/** A message to the worker. */
export type ToWorker =
  | { kind: "begin"; begin: Begin; stop: SharedArrayBuffer | null }
  | { kind: "module"; module: WebAssembly.Module }
  | { kind: "learn"; weights: ArrayBuffer }
  | { kind: "task"; id: number; task: Task };

/** A message from the worker. An error event of the browser becomes `broken`. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "broken"; problem: PageProblem }
  | { kind: "event"; id: number; event: Event }
  | { kind: "end"; id: number };

export class EngineWorker {
  private readonly worker: WorkerThread;
  private readonly stopUpTo: Int32Array | null;

  constructor(parts: EngineParts, begin: Begin, onMessage: (message: FromWorker) => void) {
    const shared = parts.canShare ? new SharedArrayBuffer(4) : null;
    this.stopUpTo = shared && new Int32Array(shared);
    this.worker = parts.startWorker();
    this.listen(onMessage);
    this.post({ kind: "begin", begin, stop: shared });
  }

  /** Gives the engine its module. What it was told before waits for it. */
  load(module: WebAssembly.Module): void {
    this.post({ kind: "module", module });
  }

  /** Gives weights to the engine. They count from its next task on. */
  learn(weights: ArrayBuffer): void {
    this.post({ kind: "learn", weights });
  }

  run(id: number, task: Task): void {
    this.post({ kind: "task", id, task });
  }

  /** Stops all tasks up to this one; false if that is not possible. */
  stop(id: number): boolean {
    if (this.stopUpTo === null) return false;
    Atomics.store(this.stopUpTo, 0, id);
    return true;
  }

  terminate(): void {
    this.worker.terminate();
  }

  private listen(onMessage: (message: FromWorker) => void): void {
    this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => onMessage(data));
    this.worker.addEventListener("error", ({ message }) => {
      onMessage({ kind: "broken", problem: workerProblem(message) });
    });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}

/** A browser gives no reason when it cannot load a script. */
function workerProblem(reason: string | undefined): PageProblem {
  return reason ? { code: "broken", detail: reason } : { code: "worker-not-loaded" };
}
