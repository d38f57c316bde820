// A plugin that tells the service worker which files the build has, each with a hash of what is in it.
// The page asks for the files of the engine by these hashes, too, so that no old one is taken for a new one.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

import type { Plugin } from "vite";

const WORKER = "service-worker.js";

/** What stands in the worker where the list belongs. */
const PLACE = "__FILES__";

export function precache(): Plugin {
  return {
    name: "precache",
    apply: "build",
    writeBundle({ dir }) {
      if (dir === undefined) return;
      const worker = join(dir, WORKER);
      const code = readFileSync(worker, "utf8");
      if (!code.includes(PLACE)) throw new Error(`${WORKER} has no ${PLACE}`);
      writeFileSync(worker, code.replace(PLACE, () => JSON.stringify(hashes(dir))));
    },
  };
}

/** The files of a folder, but for the service worker itself, and their hashes. */
export function hashes(dir: string): Record<string, string> {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  const paths = found.map((it) => join(it.parentPath, it.name));
  const named = paths.map((path) => [relative(dir, path).split(sep).join("/"), hash(path)] as const);
  return Object.fromEntries(named.filter(([name]) => name !== WORKER).sort());
}

function hash(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16);
}
