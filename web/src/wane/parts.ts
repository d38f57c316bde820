// The files of the engine: the WebAssembly module, and the weights for each objective. They are separate, so that the
// page can be used while the weights are still loading, and the browser loads only the one that changed.

import type { Objective } from "./messages";
import { hasSimd } from "./simd";

/** Hashes of the files of the engine; the build inserts them. */
declare const __ENGINE__: Record<string, string>;

let module: Promise<WebAssembly.Module> | null = null;
const weights = new Map<Objective, Promise<ArrayBuffer>>();

/** The module that this browser can run. */
export function loadModule(): Promise<WebAssembly.Module> {
  module ??= get(hasSimd() ? "wane-simd.wasm" : "wane.wasm").then(compile);
  return module;
}

/** Whether there are learned weights for an objective. */
export function hasWeights(objective: Objective): boolean {
  return `${objective}.bin` in __ENGINE__;
}

/** The learned weights for an objective; another attempt if the last one failed. */
export function loadWeights(objective: Objective): Promise<ArrayBuffer> {
  const known = weights.get(objective);
  if (known !== undefined) return known;
  const loading = get(`${objective}.bin`).then((it) => it.arrayBuffer());
  weights.set(objective, loading);
  loading.catch(() => weights.delete(objective));
  return loading;
}

async function get(name: string): Promise<Response> {
  const response = await fetch(new URL(`./engine/${name}?${__ENGINE__[name]}`, document.baseURI));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

/** Compiles during the download, if the server sends the content type of WebAssembly. */
async function compile(response: Response): Promise<WebAssembly.Module> {
  const isWasm = response.headers.get("Content-Type")?.startsWith("application/wasm") ?? false;
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
