// The package for Node, with worker threads.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import type { WorkerThread } from "../../src/wane/engine-worker";
import { once } from "../../src/wane/once";
import { hasSimd } from "../../src/wane/simd";
import { type Options, type Platform, Wane } from "./wane";

export * from "./wane";

const read = (name: string) => readFile(new URL(`./files/${name}`, import.meta.url));
const module = (name: string) => read(name).then((bytes) => WebAssembly.compile(bytes));

/** Weights that can be sent to a worker: a buffer of their own. */
const bytes = (name: string) => read(name).then((it) => new Uint8Array(it).buffer);

const weights = { fewest: once(() => bytes("fewest.bin")), most: once(() => bytes("most.bin")) };

const platform: Platform = {
  loadRules: once(() => module("rules.wasm")),
  loadEngine: once(() => module(hasSimd() ? "wane-simd.wasm" : "wane.wasm")),
  hasWeights: () => true,
  loadWeights: (objective) => weights[objective](),
  startWorker,
  canShare: true,
};

/** A worker thread with the events of a web worker. */
function startWorker(): WorkerThread {
  const thread = new Worker(new URL("./node-worker.js", import.meta.url));
  const events = new EventTarget();
  thread.on("message", (data: unknown) => events.dispatchEvent(new MessageEvent("message", { data })));
  thread.on("error", (error) => events.dispatchEvent(Object.assign(new Event("error"), { message: String(error) })));
  return {
    addEventListener: events.addEventListener.bind(events),
    postMessage: (message: unknown) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
  };
}

/** Loads the rules and the engine. */
export function createWane(options: Options = {}): Promise<Wane> {
  return Wane.create(platform, options);
}
