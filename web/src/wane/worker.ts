// The worker that the engine thinks in.

import type { FromWorker, ToWorker } from "./seat";
import init, { Engine } from "./glue/wane.js";
import type { Event, Task } from "./messages";

type Begin = Extract<ToWorker, { kind: "begin" }>;

/** The table of the engine, and of an opponent beside it. */
const MEGABYTES = 32;

const scope = self as unknown as DedicatedWorkerGlobalScope & { wane: { isStopped: () => boolean } };

let engine: Promise<Engine> | null = null;
let upTo: Int32Array | null = null;
let present = 0;

scope.wane = { isStopped: () => upTo !== null && Atomics.load(upTo, 0) >= present };

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "begin") {
    engine = begin(data);
    engine.then(
      () => tell({ kind: "ready" }),
      (error: unknown) => tell({ kind: "broken", problem: { code: "broken", detail: String(error) } }),
    );
  } else {
    void run(data.id, data.task);
  }
};

async function begin({ parts, stop }: Begin): Promise<Engine> {
  await init({ module_or_path: parts.module });
  upTo = stop && new Int32Array(stop);
  return new Engine(MEGABYTES, new Uint8Array(parts.weights));
}

async function run(id: number, task: Task): Promise<void> {
  const tellEvent = (event: Event) => tell({ kind: "event", id, event });
  try {
    const ready = await engine;
    present = id;
    ready?.run(JSON.stringify(task), { hear: (text: string) => tellEvent(JSON.parse(text) as Event) });
  } catch (error) {
    tellEvent({ tell: "failed", problem: { code: "broken", detail: String(error) } });
  }
  tell({ kind: "end", id });
}

function tell(message: FromWorker): void {
  scope.postMessage(message);
}
