// The package for browsers, through a bundler or as a module.

import { type FileName, filesAt } from "../../src/wane/files";
import { type Options, type Platform, Wane } from "./wane";

export * from "./wane";

// Bundlers find the files by these expressions, so each has one of its own.
const FILES: Record<FileName, URL> = {
  "rules.wasm": new URL("./files/rules.wasm", import.meta.url),
  "wane.wasm": new URL("./files/wane.wasm", import.meta.url),
  "wane-simd.wasm": new URL("./files/wane-simd.wasm", import.meta.url),
  "fewest.bin": new URL("./files/fewest.bin", import.meta.url),
  "most.bin": new URL("./files/most.bin", import.meta.url),
};

const platform: Platform = {
  ...filesAt((name) => FILES[name]),
  hasWeights: () => true,
  startWorker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }),
  canShare: globalThis.crossOriginIsolated,
};

/** Loads the rules and the engine. */
export function createWane(options: Options = {}): Promise<Wane> {
  return Wane.create(platform, options);
}
