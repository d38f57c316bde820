// The files of Wane: a small WebAssembly module with the rules, the module of the engine, and the weights for each
// objective. They are separate, so that the board can be used while the engine is still loading, and the engine while
// its weights are, and the browser loads only what changed.

import type { Objective } from "./messages";
import { fetchFile, once } from "./once";
import { hasSimd } from "./simd";

/** Hashes of the files of the engine; the build inserts them. */
declare const __ENGINE__: Record<string, string>;

/** The module with the rules. */
export const loadRules = once(() => get("rules.wasm").then(compile));

/** The module of the engine that this browser can run. */
export const loadEngine = once(() => get(hasSimd() ? "wane-simd.wasm" : "wane.wasm").then(compile));

const weights: { readonly [O in Objective]: () => Promise<ArrayBuffer> } = {
  fewest: once(() => get("fewest.bin").then((it) => it.arrayBuffer())),
  most: once(() => get("most.bin").then((it) => it.arrayBuffer())),
};

/** Whether there are learned weights for an objective. */
export function hasWeights(objective: Objective): boolean {
  return `${objective}.bin` in __ENGINE__;
}

/** The learned weights for an objective. */
export function loadWeights(objective: Objective): Promise<ArrayBuffer> {
  return weights[objective]();
}

function get(name: string): Promise<Response> {
  return fetchFile(new URL(`./engine/${name}?${__ENGINE__[name]}`, document.baseURI));
}

/** Compiles during the download, if the server sends the content type of WebAssembly. */
async function compile(response: Response): Promise<WebAssembly.Module> {
  const isWasm = response.headers.get("Content-Type")?.startsWith("application/wasm") ?? false;
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
