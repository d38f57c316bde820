// The files of Wane: a small WebAssembly module with the rules, the module of the engine, and the weights for each
// objective. They are separate, so that the board can be used while the engine is still loading, and the engine while
// its weights are, and the browser loads only what changed.

import type { Objective } from "./messages";
import { hasSimd } from "./simd";

/** Hashes of the files of the engine; the build inserts them. */
declare const __ENGINE__: Record<string, string>;

const modules = new Map<string, Promise<WebAssembly.Module>>();
const weights = new Map<Objective, Promise<ArrayBuffer>>();

/** The module with the rules. */
export function loadRules(): Promise<WebAssembly.Module> {
  return once(modules, "rules.wasm", (it) => get(it).then(compile));
}

/** The module of the engine that this browser can run. */
export function loadEngine(): Promise<WebAssembly.Module> {
  return once(modules, hasSimd() ? "wane-simd.wasm" : "wane.wasm", (it) => get(it).then(compile));
}

/** Whether there are learned weights for an objective. */
export function hasWeights(objective: Objective): boolean {
  return `${objective}.bin` in __ENGINE__;
}

/** The learned weights for an objective. */
export function loadWeights(objective: Objective): Promise<ArrayBuffer> {
  return once(weights, objective, (it) => get(`${it}.bin`).then((response) => response.arrayBuffer()));
}

/** What was loaded before, or is loaded now; another attempt if the last one failed. */
function once<Key, Part>(known: Map<Key, Promise<Part>>, key: Key, load: (key: Key) => Promise<Part>): Promise<Part> {
  const loading = known.get(key) ?? load(key);
  known.set(key, loading);
  loading.catch(() => known.delete(key));
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
