// The package for browsers, through a bundler or as a module.

import { compile } from "../../src/wane/compile";
import { fetchFile, once } from "../../src/wane/once";
import { hasSimd } from "../../src/wane/simd";
import { type Options, type Platform, Wane } from "./wane";

export * from "./wane";

// Bundlers find the files by these expressions, so each has one of its own.
const FILES = {
  rules: new URL("./files/rules.wasm", import.meta.url),
  engine: new URL("./files/wane.wasm", import.meta.url),
  simd: new URL("./files/wane-simd.wasm", import.meta.url),
  fewest: new URL("./files/fewest.bin", import.meta.url),
  most: new URL("./files/most.bin", import.meta.url),
};

const weights = {
  fewest: once(() => fetchFile(FILES.fewest).then((it) => it.arrayBuffer())),
  most: once(() => fetchFile(FILES.most).then((it) => it.arrayBuffer())),
};

const platform: Platform = {
  loadRules: once(() => fetchFile(FILES.rules).then(compile)),
  loadEngine: once(() => fetchFile(hasSimd() ? FILES.simd : FILES.engine).then(compile)),
  hasWeights: () => true,
  loadWeights: (objective) => weights[objective](),
  startWorker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }),
  canShare: globalThis.crossOriginIsolated,
};

/** Loads the rules and the engine. */
export function createWane(options: Options = {}): Promise<Wane> {
  return Wane.create(platform, options);
}
