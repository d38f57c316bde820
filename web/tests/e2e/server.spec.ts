// The page as `wane serve` shows it, and the three ways to ask the engine. WANE is the program with the page in it,
// from `cargo build --release --features page`.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";

import { expect, type Page, test } from "playwright/test";

import type { FromEngine, Objective, ReportText, Task, ToEngine } from "../../src/wane/messages";
import { VERSION, type Versioned } from "../../src/wane/version";
import { open } from "./wane";

const WANE = process.env["WANE"] ?? "";
test.skip(WANE === "" && process.env["CI"] === undefined, "WANE does not say where the program is");

/** What the engine of the page has. */
const MEGABYTES = "32";

/** Positions and how far to look ahead; 60 is to the end. */
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

async function serve(): Promise<void> {
  const started = spawn(WANE, ["serve", "--port=0", "--json", "--threads=1", `--hash=${MEGABYTES}`]);
  server = started;
  const line = await new Promise<string>((resolve) => started.stdout.on("data", (data) => resolve(String(data))));
  address = `http://${(JSON.parse(line) as { address: string }).address}/`;
}

/** A new server, because an engine remembers what it has found out before. */
async function renew(page: Page): Promise<void> {
  server?.kill();
  await serve();
  await open(page, address);
}

test.beforeEach(serve);
test.afterEach(() => server?.kill());

/** What matters of an answer. */
interface Found {
  score: number;
  pv: string[];
  nodes: number;
}

function found({ lines, nodes }: Pick<ReportText, "lines" | "nodes">): Found {
  const [best] = lines;
  return { score: best?.score ?? NaN, pv: best?.pv ?? [], nodes };
}

function analysis([position, objective, depth]: (typeof CASES)[number]): Task {
  return { ask: "analyse", position, objective, lines: 1, within: { depth } };
}

/** Asks the program. */
function askProgram([position, objective, depth]: (typeof CASES)[number]): Found {
  const args = ["analyze", "--json", `--objective=${objective}`, `--depth=${depth}`, "--threads=1", `--hash=${MEGABYTES}`];
  const said = execFileSync(WANE, [...args, "-"], { input: position, encoding: "utf8" });
  // The last line is about the other moves as well.
  const { score, pv, nodes } = JSON.parse(said.trim().split("\n").at(-2) ?? "") as Found;
  return { score, pv, nodes };
}

/** Asks a worker of the page, a new one. */
function askWorker(page: Page, task: Task): Promise<ReportText> {
  return page.evaluate(async (it) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const url = (part: string) => loaded.find((name) => name.includes(part)) ?? "";
    const module = await WebAssembly.compileStreaming(fetch(url("/engine/wane-simd.wasm")));
    const weights = await (await fetch(url("/engine/fewest.bin"))).arrayBuffer();
    const worker = new Worker(url("/assets/worker-"), { type: "module" });
    worker.postMessage({ kind: "begin", parts: { module, weights }, stop: null });
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
    if (last === null) throw new Error("it has said nothing");
    return last as ReportText;
  }, task);
}

/** Asks the server. */
function askServer(page: Page, task: Task): Promise<ReportText> {
  return page.evaluate(async (message) => {
    const socket = new WebSocket(new URL("./api/engine", location.href.replace("http", "ws")));
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    socket.send(JSON.stringify(message));
    let last: ReportText | null = null;
    await new Promise<void>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const said = JSON.parse(String(data)) as FromEngine;
        if (said.kind === "event" && said.event.tell === "report") last = said.event;
        if (said.kind === "end") resolve();
      });
    });
    socket.close();
    if (last === null) throw new Error("it has said nothing");
    return last as ReportText;
  }, { v: VERSION, kind: "task", id: 1, task } satisfies Versioned<ToEngine>);
}

test("page, server and program give the same answers", { tag: "@short" }, async ({ page }) => {
  test.setTimeout(120_000);
  for (const it of CASES) {
    await renew(page);
    const said = askProgram(it);
    expect(found(await askWorker(page, analysis(it))), `the page about ${it[0]}`).toEqual(said);
    expect(found(await askServer(page, analysis(it))), `the server about ${it[0]}`).toEqual(said);
  }
});

test("the engine in the page has at least 35 % of the speed of the native engine on one thread", async ({ page }) => {
  test.setTimeout(120_000);
  const position = "--------------------OO---XXXXXX---OXXO---OOOX-----X------------- X";
  const it: (typeof CASES)[number] = [position, "fewest", 25];
  const shares: number[] = [];
  // One right after the other, so that both have the same share of a busy machine; the middle of five counts.
  for (let round = 0; round < 5; round++) {
    await renew(page);
    const [inPage, native] = [await askWorker(page, analysis(it)), await askServer(page, analysis(it))];
    expect(inPage.nodes).toBe(native.nodes);
    const speed = ({ nodes, seconds }: ReportText) => `${(nodes / seconds / 1e6).toFixed(1)} M nodes/s`;
    shares.push(native.seconds / inPage.seconds);
    console.log(`${speed(inPage)} in the page, ${speed(native)} native`);
  }
  const [, , share = 0] = shares.sort((one, other) => one - other);
  console.log(`the page has ${(100 * share).toFixed(0)} % of it`);
  expect(share).toBeGreaterThan(0.35);
});

test("the page offers the engine of the server, and goes on without it", { tag: "@short" }, async ({ page }) => {
  await open(page, `${address}#/analyse?g=f5d6c3`);
  await expect(page.getByTestId("depth")).toBeVisible();
  await page.getByRole("radio", { name: "The server" }).check();
  await expect(page.getByTestId("depth")).toBeVisible();
  // It is asked about the next position as well, and is preferred at the next visit.
  await page.getByRole("button", { name: "One move back" }).click();
  await expect(page.getByTestId("depth")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "The server" })).toBeChecked();
  await expect(page.getByTestId("depth")).toBeVisible();
  server?.kill();
  await expect(page.getByRole("alert")).toHaveText(/connection to the server was lost/);
  await page.getByRole("radio", { name: "This page" }).check();
  await expect(page.getByTestId("depth")).toBeVisible();
});
