// Builds the npm package in web/engine/dist: scripts, types, modules and weights. `cargo xtask wasm` comes first.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { build } from "rolldown";

const here = new URL("./", import.meta.url);
const dist = new URL("dist/", here);
const path = (name) => fileURLToPath(new URL(name, here));

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);

/** Writes one script without dependencies. */
async function script(name, options = {}) {
  const { format = "esm", platform = "browser", define = {} } = options;
  const output = { file: path(`dist/${name}.js`), format, minify: true, codeSplitting: false };
  const input = path(`src/${options.source ?? name}.ts`);
  await build({ input, platform, external: /^node:/, transform: { define, target: "es2022" }, output });
}

await script("browser");
await script("worker", { source: "../../src/wane/worker" });
await script("node", { platform: "node" });
await script("node-worker", { platform: "node" });
await script("classic-worker", { source: "../../src/wane/worker", format: "iife" });
const classic = new URL("classic-worker.js", dist);
await script("script", { format: "iife", define: { __WORKER__: JSON.stringify(readFileSync(classic, "utf8")) } });
rmSync(classic);

execFileSync("npx", ["tsc", "--project", path("tsconfig.json")], { stdio: "inherit" });
for (const name of ["rules.wasm", "wane.wasm", "wane-simd.wasm", "fewest.bin", "most.bin"]) {
  cpSync(new URL(`../public/engine/${name}`, here), new URL(`files/${name}`, dist));
}
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(new URL(`../../${name}`, here), new URL(name, dist));
for (const name of ["package.json", "README.md"]) cpSync(new URL(name, here), new URL(name, dist));
