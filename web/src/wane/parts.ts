// What the engines of the page are made of: the files beside the page. Their addresses have hashes, so that the browser
// loads only what changed.

import type { EngineParts } from "./engine";
import { filesAt } from "./files";

/** Hashes of the files of the engine; the build inserts them. */
declare const __ENGINE__: Record<string, string>;

const files = filesAt((name) => new URL(`./engine/${name}?${__ENGINE__[name]}`, document.baseURI));

export const { loadRules } = files;

export const pageParts: EngineParts = {
  ...files,
  hasWeights: (objective) => `${objective}.bin` in __ENGINE__,
  startWorker: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  canShare: globalThis.crossOriginIsolated,
};
