// A worker with an engine in it.
//
// A worker that is thinking hears no messages. Where the page shares memory with it, a number there tells it up
// to which task it may stop. Where it does not, it can only be ended.

import type { Event, Task } from "./messages";
import type { Parts } from "./parts";
import { type PageProblem, ProblemError } from "./problem";

/** What the page tells the worker. */
export type ToWorker =
  | { kind: "begin"; parts: Parts; stop: SharedArrayBuffer | null }
  | { kind: "task"; id: number; task: Task };

/** What the worker tells the page; that it is broken, the browser may tell in its place. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "broken"; problem: PageProblem }
  | { kind: "event"; id: number; event: Event }
  | { kind: "end"; id: number };

export class Seat {
  /** Whether pages share memory with their workers. */
  static readonly CAN_STOP = globalThis.crossOriginIsolated;

  private readonly worker: Worker;
  private readonly upTo: Int32Array | null;

  constructor(parts: Parts, heard: (message: FromWorker) => void) {
    const shared = Seat.CAN_STOP ? new SharedArrayBuffer(4) : null;
    this.upTo = shared && new Int32Array(shared);
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.listen(heard);
    this.tell({ kind: "begin", parts, stop: shared });
  }

  /** Ends when it can think; fails if it never will. */
  isReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.listen((message) => {
        if (message.kind === "ready") resolve();
        else if (message.kind === "broken") reject(new ProblemError(message.problem));
      });
    });
  }

  begin(id: number, task: Task): void {
    this.tell({ kind: "task", id, task });
  }

  /** Stops all tasks up to this one; false if that is not possible. */
  stop(id: number): boolean {
    if (this.upTo === null) return false;
    Atomics.store(this.upTo, 0, id);
    return true;
  }

  end(): void {
    this.worker.terminate();
  }

  private listen(heard: (message: FromWorker) => void): void {
    this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => heard(data));
    this.worker.addEventListener("error", ({ message }) => heard({ kind: "broken", problem: workerProblem(message) }));
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}

/** A browser gives no reason when it cannot load a script. */
function workerProblem(reason: string | undefined): PageProblem {
  return reason ? { code: "broken", detail: reason } : { code: "worker-not-loaded" };
}
