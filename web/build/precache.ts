// A Vite plugin that inserts the list of files of a build, with content hashes, into the service worker. The page also
// requests the files of the engine with their hashes, so that it never gets an old version from a cache.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

import type { Plugin } from "vite";

const WORKER = "service-worker.js";

/** The placeholder for the list in the worker. */
const PLACEHOLDER = "__FILES__";

export function precache(): Plugin {
  return {
    name: "precache",
    apply: "build",
    writeBundle({ dir }) {
      if (dir === undefined) return;
      const worker = join(dir, WORKER);
      const code = readFileSync(worker, "utf8");
      if (!code.includes(PLACEHOLDER)) throw new Error(`${WORKER} has no ${PLACEHOLDER}`);
      writeFileSync(worker, code.replace(PLACEHOLDER, () => JSON.stringify(hashes(dir))));
    },
  };
}

/** The paths of the files of a folder, without their compressed forms. */
export function filesIn(dir: string): string[] {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  return found.map((it) => join(it.parentPath, it.name)).filter((it) => !/\.(br|gz)$/.test(it));
}

/** The hashes of the files of a folder, except the service worker. */
export function hashes(dir: string): Record<string, string> {
  const named = filesIn(dir).map((path) => [relative(dir, path).split(sep).join("/"), hash(path)] as const);
  return Object.fromEntries(named.filter(([name]) => name !== WORKER).sort());
}

function hash(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16);
}
