// A Vite plugin that writes the compressed forms of the files of a build beside them, for servers that can send them:
// `wane serve` can.

import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import type { Plugin } from "vite";

import { filesIn } from "./precache.ts";

/** The files that get smaller; crates/wane-server/src/embedded.rs has the same list. */
const COMPRESSIBLE = /\.(html|js|json|css|svg|wasm|bin|webmanifest)$/;

export function compress(): Plugin {
  return {
    name: "compress",
    apply: "build",
    // After the service worker has got its list.
    writeBundle: { order: "post", sequential: true, handler: ({ dir }) => (dir === undefined ? undefined : compressAll(dir)) },
  };
}

function compressAll(dir: string): void {
  for (const path of filesIn(dir).filter((it) => COMPRESSIBLE.test(it))) {
    const content = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
