// The script of a web worker with an engine.

import type { FromWorker, ToWorker } from "./engine-worker";
import init, { Engine } from "./glue/wane.js";
import type { Event, Task } from "./messages";

type Begin = Extract<ToWorker, { kind: "begin" }>;

const scope = self as unknown as DedicatedWorkerGlobalScope & { wane: { isStopped: () => boolean } };

let engine: Promise<Engine> | null = null;
let load: (module: WebAssembly.Module) => void = () => {};
const module = new Promise<WebAssembly.Module>((resolve) => {
  load = resolve;
});
let stopUpTo: Int32Array | null = null;
let currentId = 0;

scope.wane = { isStopped: () => stopUpTo !== null && Atomics.load(stopUpTo, 0) >= currentId };

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "begin") {
    engine = start(data);
    engine.then(
      () => post({ kind: "ready" }),
      (error: unknown) => post({ kind: "broken", problem: { code: "broken", detail: String(error) } }),
    );
  } else if (data.kind === "module") {
    load(data.module);
  } else if (data.kind === "learn") {
    void learn(data.weights);
  } else {
    void run(data.id, data.task);
  }
};

async function start({ begin, stop }: Begin): Promise<Engine> {
  await init({ module_or_path: await module });
  stopUpTo = stop && new Int32Array(stop);
  const made = new Engine(begin.megabytes);
  for (const weights of begin.weights) made.learn(new Uint8Array(weights));
  return made;
}

async function learn(weights: ArrayBuffer): Promise<void> {
  try {
    (await engine)?.learn(new Uint8Array(weights));
  } catch (error) {
    post({ kind: "broken", problem: { code: "broken", detail: String(error) } });
  }
}

async function run(id: number, task: Task): Promise<void> {
  const postEvent = (event: Event) => post({ kind: "event", id, event });
  try {
    const ready = await engine;
    currentId = id;
    ready?.run(JSON.stringify(task), { hear: (text: string) => postEvent(JSON.parse(text) as Event) });
  } catch (error) {
    postEvent({ tell: "failed", problem: { code: "broken", detail: String(error) } });
  }
  post({ kind: "end", id });
}

function post(message: FromWorker): void {
  scope.postMessage(message);
}
