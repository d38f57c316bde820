// The script of a worker thread: that of a web worker, with what it expects of a browser.

import { parentPort } from "node:worker_threads";

if (parentPort === null) throw new Error("this file runs in a worker thread");
const port = parentPort;

Object.assign(globalThis, { self: globalThis, postMessage: (message: unknown) => port.postMessage(message) });
port.on("message", (data: unknown) => globalThis.onmessage?.(new MessageEvent("message", { data })));

await import("../../src/wane/worker");
