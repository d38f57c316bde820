// The files of Wane, wherever they are: a small WebAssembly module with the rules, the module of the engine, and the weights
// for each objective. They are separate, so that the board can be used while the engine is still loading, and the engine
// while its weights are. Each is loaded once.

import { compile } from "./compile";
import type { Objective } from "./messages";
import { fetchFile, once } from "./once";
import { hasSimd } from "./simd";

export type FileName = "rules.wasm" | "wane.wasm" | "wane-simd.wasm" | "fewest.bin" | "most.bin";

export interface Files {
  /** The module with the rules. */
  loadRules(): Promise<WebAssembly.Module>;
  /** The module of the engine that this browser can run. */
  loadEngine(): Promise<WebAssembly.Module>;
  /** The learned weights for an objective. */
  loadWeights(objective: Objective): Promise<ArrayBuffer>;
}

/** The files at these addresses. */
export function filesAt(address: (name: FileName) => URL): Files {
  const get = (name: FileName) => fetchFile(address(name));
  const weights = {
    fewest: once(() => get("fewest.bin").then((it) => it.arrayBuffer())),
    most: once(() => get("most.bin").then((it) => it.arrayBuffer())),
  };
  return {
    loadRules: once(() => get("rules.wasm").then(compile)),
    loadEngine: once(() => get(hasSimd() ? "wane-simd.wasm" : "wane.wasm").then(compile)),
    loadWeights: (objective) => weights[objective](),
  };
}
