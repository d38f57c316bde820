// Prints the compressed size of the built page, and fails if it is above the limit.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const names = readdirSync(dist, { recursive: true }).map(String);

/** The compressed size of files in kilobytes. */
function size(files) {
  const bytes = files.map((name) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length);
  return bytes.reduce((sum, it) => sum + it, 0) / 1000;
}

const code = names.filter((name) => /\.(js|css|html)$/.test(name));

/** The largest file of a kind; a visitor needs one of them at a time. */
function largest(end) {
  const files = names.filter((name) => name.endsWith(end));
  return files.reduce((one, other) => (size([other]) > size([one]) ? other : one), files[0]);
}

const [rules, program, weights] = ["engine/rules.wasm", largest(".wasm"), largest(".bin")];
const parts = [
  { what: "scripts and styles, all languages and sections", kilobytes: size(code) },
  { what: `the rules, ${rules}`, kilobytes: size([rules]) },
  { what: `the engine, ${program}`, kilobytes: size([program]) },
  { what: `the weights, ${weights}`, kilobytes: size([weights]) },
];
const limits = [
  { what: "page and engine", kilobytes: size([...code, rules, program]), limit: 800 },
  { what: "weights", kilobytes: size([weights]), limit: 2000 },
];

for (const { what, kilobytes } of parts) console.log(`${kilobytes.toFixed(1).padStart(8)} KB  ${what}`);
for (const { what, kilobytes, limit } of limits) {
  const isOver = kilobytes > limit;
  console.log(`${what}: ${kilobytes.toFixed(1)} of at most ${limit} KB${isOver ? ": too large" : ""}`);
  if (isOver) process.exitCode = 1;
}
