// The page of `wane serve`, and the three ways to run the engine. WANE is the path of the program with the page in it,
// from `cargo build --release --features page`.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, type Page, test } from "playwright/test";

import type { FromEngine, Objective, ReportText, Task, ToEngine } from "../../src/wane/messages";
import { VERSION, type Versioned } from "../../src/wane/version";
import { open, openSquares, status } from "./wane";

const WANE = process.env["WANE"] ?? "";
test.skip(WANE === "" && process.env["CI"] === undefined, "WANE is not set to the path of the program");

/** The table size of the engine in the page. */
const TABLE_MB = "32";

/** Positions, objectives and depths; depth 60 is to the end. */
const CASES: [string, Objective, number][] = [
  ["---------------------------OX------XO--------------------------- X", "fewest", 18],
  ["---------------------------OX----XXXOX-------O-------XO--------- X", "fewest", 18],
  ["--------O--------O-X------OXX----OOXXX---OOOOO---XXOO----------- X", "fewest", 18],
  ["---X----XX-XX----XXXX----OXXOO----XXOO---OXOOO---OXX-----OOOO--- X", "fewest", 18],
  ["XXXXOXX--XXOOXO--XOXOX--XOXXOXO-XXXXXXO-XXXXXXO--------O-------- X", "fewest", 18],
  ["OOXXXXX-O-XXXX--OXXOXX--OXOXXX--OXXXOOO-OXXOXX--OXXXXX--O-XXXX-- X", "fewest", 60],
  ["--------X--XO---XOOOOO--XXOOOO-XXXOOOOX--OXOXXX-O-OXOO---O--O--- X", "most", 10],
  ["--------XOO---XOX--XOO--X----------- X", "fewest", 12],
  ["--O---XOO---OXOXX---XXX-OOOOO-OOO--- X", "fewest", 60],
  ["--O--XOX-OO---O- X", "fewest", 60],
];

let server: ChildProcess | null = null;
let address = "";

async function serve(...options: string[]): Promise<void> {
  const started = spawn(WANE, ["serve", "--port=0", "--json", "--threads=1", `--hash=${TABLE_MB}`, ...options]);
  server = started;
  const line = await new Promise<string>((resolve) => started.stdout.on("data", (data) => resolve(String(data))));
  address = `http://${(JSON.parse(line) as { address: string }).address}/`;
}

/** Starts a new server: the transposition table of the old one is not empty. */
async function restart(page: Page): Promise<void> {
  server?.kill();
  await serve();
  await open(page, address);
  // The script of the worker is among the files that the page has loaded.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/worker-")),
  );
}

test.beforeEach(() => serve());
test.afterEach(() => server?.kill());

/** The result of an analysis. */
interface Result {
  score: number;
  pv: string[];
  nodes: number;
}

function resultOf({ lines, nodes }: Pick<ReportText, "lines" | "nodes">): Result {
  const [best] = lines;
  return { score: best?.score ?? NaN, pv: best?.pv ?? [], nodes };
}

function analysis([position, objective, depth]: (typeof CASES)[number]): Task {
  return { ask: "analyse", position, objective, lines: 1, within: { depth } };
}

/** Analyses with the program. */
function askProgram([position, objective, depth]: (typeof CASES)[number]): Result {
  const args = ["analyze", "--json", `--objective=${objective}`, `--depth=${depth}`, "--threads=1", `--hash=${TABLE_MB}`];
  const output = execFileSync(WANE, [...args, "-"], { input: position, encoding: "utf8" });
  // The last line is about all moves.
  const { score, pv, nodes } = JSON.parse(output.trim().split("\n").at(-2) ?? "") as Result;
  return { score, pv, nodes };
}

/** Analyses with a new worker of the page. */
function askWorker(page: Page, task: Task): Promise<ReportText> {
  return page.evaluate(async (it) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const url = (part: string) => loaded.find((name) => name.includes(part)) ?? "";
    const module = await WebAssembly.compileStreaming(fetch(url("/engine/wane-simd.wasm")));
    const answers = await Promise.all(["fewest", "most"].map((name) => fetch(new URL(`./engine/${name}.bin`, document.baseURI))));
    // There may be weights for one objective only.
    const weights = await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.arrayBuffer()));
    const worker = new Worker(url("/assets/worker-"), { type: "module" });
    worker.postMessage({ kind: "begin", begin: { megabytes: 32, weights }, stop: null });
    worker.postMessage({ kind: "module", module });
    worker.postMessage({ kind: "task", id: 1, task: it });
    let last: ReportText | null = null;
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => {
        if (data.kind === "event" && data.event.tell === "report") last = data.event;
        if (data.kind === "end") resolve();
      });
      worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    });
    worker.terminate();
    if (last === null) throw new Error("the engine sent no report");
    return last as ReportText;
  }, task);
}

/** Analyses with the server. */
function askServer(page: Page, task: Task): Promise<ReportText> {
  return page.evaluate(async (message) => {
    const socket = new WebSocket(new URL("./api/engine", location.href.replace("http", "ws")));
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    socket.send(JSON.stringify(message));
    let last: ReportText | null = null;
    await new Promise<void>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const reply = JSON.parse(String(data)) as FromEngine;
        if (reply.kind === "event" && reply.event.tell === "report") last = reply.event;
        if (reply.kind === "end") resolve();
      });
    });
    socket.close();
    if (last === null) throw new Error("the engine sent no report");
    return last as ReportText;
  }, { v: VERSION, kind: "task", id: 1, task } satisfies Versioned<ToEngine>);
}

test("page, server and program give the same result", { tag: "@short" }, async ({ page }) => {
  test.setTimeout(120_000);
  for (const it of CASES) {
    await restart(page);
    const expected = askProgram(it);
    expect(resultOf(await askWorker(page, analysis(it))), `the page about ${it[0]}`).toEqual(expected);
    expect(resultOf(await askServer(page, analysis(it))), `the server about ${it[0]}`).toEqual(expected);
  }
});

test("the engine in the page has at least 35 % of the speed of the native engine on one thread", async ({ page }) => {
  test.setTimeout(120_000);
  const position = "--------------------OO---XXXXXX---OXXO---OOOX-----X------------- X";
  const it: (typeof CASES)[number] = [position, "fewest", 25];
  const ratios: number[] = [];
  // One right after the other, so that both get the same share of a busy machine; the median of five counts.
  for (let round = 0; round < 5; round++) {
    await restart(page);
    const [inPage, native] = [await askWorker(page, analysis(it)), await askServer(page, analysis(it))];
    expect(inPage.nodes).toBe(native.nodes);
    const speed = ({ nodes, seconds }: ReportText) => `${(nodes / seconds / 1e6).toFixed(1)} M nodes/s`;
    ratios.push(native.seconds / inPage.seconds);
    console.log(`${speed(inPage)} in the page, ${speed(native)} native`);
  }
  const [, , median = 0] = ratios.sort((one, other) => one - other);
  console.log(`the page has ${(100 * median).toFixed(0)} % of the native speed`);
  expect(median).toBeGreaterThan(0.35);
});

test("the page offers the engine of the server, and works without it", { tag: "@short" }, async ({ page }) => {
  await open(page, `${address}#/analyse?g=f5d6c3`);
  await expect(page.getByTestId("depth")).toBeVisible();
  await page.getByRole("radio", { name: "The server" }).check();
  await expect(page.getByTestId("depth")).toBeVisible();
  // The server also analyses the next position, and stays the choice at the next visit.
  await page.getByRole("button", { name: "One move back" }).click();
  await expect(page.getByTestId("depth")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "The server" })).toBeChecked();
  await expect(page.getByTestId("depth")).toBeVisible();
  server?.kill();
  await expect(page.getByText("The server does not answer.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "This page" })).toBeChecked();
  await expect(page.getByTestId("depth")).toBeVisible();
});

test("a contest file is an opponent, and its mistake is shown with its line", { tag: "@short" }, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "wane-guest-"));
  const file = join(folder, "ada.py");
  execFileSync(WANE, ["new", file]);
  const breaking = join(folder, "ben.py");
  const text = readFileSync(file, "utf8");
  writeFileSync(breaking, text.replace("self.candidate_list.clear()", "self.candidate_list.clear(); 1 / 0"));
  server?.kill();
  await serve(`--opponent=${file}`, `--opponent=${breaking}`);
  await open(page, address);
  const start = async (name: string) => {
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("radio", { name: "Guest" }).check();
    await page.getByRole("combobox", { name: "Guest" }).selectOption(name);
    await page.getByRole("radio", { name: "Black" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await openSquares(page).first().click();
  };
  await start("ada");
  await expect(status(page)).toHaveText("Your move, Black");
  await expect(page.getByText("ada").first()).toBeVisible();
  await start("ben");
  await expect(page.getByText("go raised ZeroDivisionError: division by zero (ben.py, line")).toBeVisible();
  rmSync(folder, { recursive: true });
});
