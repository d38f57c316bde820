// Says how large the built page is as it is sent, and fails if that is too much.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const names = readdirSync(dist, { recursive: true }).map(String);

/** Kilobytes of files as they are sent. */
function size(files) {
  const bytes = files.map((name) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length);
  return bytes.reduce((sum, it) => sum + it, 0) / 1000;
}

const code = names.filter((name) => /\.(js|css|html)$/.test(name));
const programs = names.filter((name) => name.endsWith(".wasm"));
const program = programs.reduce((most, name) => (size([name]) > size([most]) ? name : most), programs[0]);
const parts = [
  { what: "scripts and styles", kilobytes: size(code) },
  { what: `the engine, ${program}`, kilobytes: size([program]) },
  { what: "weights", kilobytes: size(names.filter((name) => name.endsWith(".bin"))) },
];
const limits = [
  { what: "page and engine", kilobytes: parts[0].kilobytes + parts[1].kilobytes, most: 700 },
  { what: "weights", kilobytes: parts[2].kilobytes, most: 3000 },
];

for (const { what, kilobytes } of parts) console.log(`${kilobytes.toFixed(1).padStart(8)} KB  ${what}`);
for (const { what, kilobytes, most } of limits) {
  const isOver = kilobytes > most;
  console.log(`${what}: ${kilobytes.toFixed(1)} of ${most} KB${isOver ? ": too much" : ""}`);
  if (isOver) process.exitCode = 1;
}
