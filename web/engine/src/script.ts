// The package for a script tag: sets the global `Wane`. Its files are beside the script; its worker is a part of it,
// since a page may not start a worker of another origin.

import { filesAt } from "../../src/wane/files";
import { type Options, type Platform, Wane } from "./wane";

/** The script of a worker; the build inserts it. */
declare const __WORKER__: string;

const script = document.currentScript;
const folder = new URL("./files/", script instanceof HTMLScriptElement ? script.src : document.baseURI);

const worker = URL.createObjectURL(new Blob([__WORKER__], { type: "text/javascript" }));

const platform: Platform = {
  ...filesAt((name) => new URL(name, folder)),
  hasWeights: () => true,
  startWorker: () => new Worker(worker),
  canShare: globalThis.crossOriginIsolated,
};

Object.assign(globalThis, { Wane: { create: (options: Options = {}) => Wane.create(platform, options) } });
