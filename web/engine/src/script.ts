// The package for a script tag: sets the global `Wane`. Its files are beside the script; its worker is a part of it,
// since a page may not start a worker of another origin.

import { compile } from "../../src/wane/compile";
import { fetchFile, once } from "../../src/wane/once";
import { hasSimd } from "../../src/wane/simd";
import { type Options, type Platform, Wane } from "./wane";

/** The script of a worker; the build inserts it. */
declare const __WORKER__: string;

const script = document.currentScript;
const folder = new URL("./files/", script instanceof HTMLScriptElement ? script.src : document.baseURI);

const get = (name: string) => fetchFile(new URL(name, folder));

const weights = {
  fewest: once(() => get("fewest.bin").then((it) => it.arrayBuffer())),
  most: once(() => get("most.bin").then((it) => it.arrayBuffer())),
};

const worker = URL.createObjectURL(new Blob([__WORKER__], { type: "text/javascript" }));

const platform: Platform = {
  loadRules: once(() => get("rules.wasm").then(compile)),
  loadEngine: once(() => get(hasSimd() ? "wane-simd.wasm" : "wane.wasm").then(compile)),
  hasWeights: () => true,
  loadWeights: (objective) => weights[objective](),
  startWorker: () => new Worker(worker),
  canShare: globalThis.crossOriginIsolated,
};

Object.assign(globalThis, { Wane: { create: (options: Options = {}) => Wane.create(platform, options) } });
