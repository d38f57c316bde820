// The files of Wane in the page: a small WebAssembly module with the rules, the module of the engine, and the weights for each
// objective. They are separate, so that the board can be used while the engine is still loading, and the engine while
// its weights are, and the browser loads only what changed.

import { compile } from "./compile";
import type { EngineParts } from "./engine";
import type { Objective } from "./messages";
import { fetchFile, once } from "./once";
import { hasSimd } from "./simd";

/** Hashes of the files of the engine; the build inserts them. */
declare const __ENGINE__: Record<string, string>;

/** The module with the rules. */
export const loadRules = once(() => get("rules.wasm").then(compile));

const weights: { readonly [O in Objective]: () => Promise<ArrayBuffer> } = {
  fewest: once(() => get("fewest.bin").then((it) => it.arrayBuffer())),
  most: once(() => get("most.bin").then((it) => it.arrayBuffer())),
};

/** What the engines of the page are made of. */
export const pageParts: EngineParts = {
  loadEngine: once(() => get(hasSimd() ? "wane-simd.wasm" : "wane.wasm").then(compile)),
  hasWeights: (objective) => `${objective}.bin` in __ENGINE__,
  loadWeights: (objective) => weights[objective](),
  startWorker: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  canShare: globalThis.crossOriginIsolated,
};

function get(name: string): Promise<Response> {
  return fetchFile(new URL(`./engine/${name}?${__ENGINE__[name]}`, document.baseURI));
}
