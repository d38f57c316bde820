import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Engine } from "../../src/wane/engine";
import type { Task } from "../../src/wane/messages";
import type { PageProblem } from "../../src/wane/problem";
import type { FromWorker, ToWorker } from "../../src/wane/seat";

// No test here needs the engine: the workers are made up, and every position has two moves.
vi.mock("../../src/wane/rules", async () => {
  const { choice, look } = await import("./look");
  return { look: () => look("start", { moves: [choice("c4"), choice("d3")] }) };
});
vi.mock("../../src/wane/parts", () => ({ load: () => Promise.resolve({}) }));

const TASK: Task = { ask: "puzzle", size: 8, objective: "fewest", empties: 6, seed: 1 };
const SHARED: Task = { ask: "analyse", position: "start", objective: "fewest", lines: 64, within: {} };
const NOT_LOADED: PageProblem = { code: "worker-not-loaded" };

let workers: FakeWorker[] = [];

/** A worker that says what the test makes it say. */
class FakeWorker extends EventTarget {
  readonly asked: ToWorker[] = [];
  isEnded = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(message: ToWorker): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  tell(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  /** Its script is not to be had; a browser does not say why. */
  failToLoad(): void {
    this.dispatchEvent(new Event("error"));
  }
}

function worker(number: number): FakeWorker {
  const found = workers[number];
  if (found === undefined) throw new Error(`there is no worker ${number}`);
  return found;
}

/** An engine whose first worker is ready; the page shares no memory with it. */
async function started(start = () => Engine.start()): Promise<Engine> {
  const engine = start();
  await vi.waitUntil(() => workers.length === 1);
  worker(0).tell({ kind: "ready" });
  return engine;
}

/** The same in a page that shares memory with two workers. */
async function startedShared(): Promise<Engine> {
  vi.stubGlobal("crossOriginIsolated", true);
  vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
  vi.resetModules();
  const { Engine } = await import("../../src/wane/engine");
  return started(() => Engine.start());
}

beforeEach(() => {
  workers = [];
  vi.stubGlobal("Worker", FakeWorker);
});

afterEach(() => vi.unstubAllGlobals());

test("an engine whose worker cannot be loaded says so", async () => {
  const engine = Engine.start();
  await vi.waitUntil(() => workers.length === 1);
  worker(0).failToLoad();
  await expect(engine).rejects.toMatchObject({ problem: NOT_LOADED });
});

test("where no search can be stopped, the second worker takes the place of the first", async () => {
  const engine = await started();
  engine.think(TASK, () => {}).cancel();
  expect(worker(0).isEnded).toBe(true);
  const heard = vi.fn();
  const thought = engine.think(TASK, heard);
  expect(worker(1).asked.at(-1)).toEqual({ kind: "task", id: 2, task: TASK });
  worker(1).tell({ kind: "event", id: 2, event: { tell: "chosen", move: "f5" } });
  worker(1).tell({ kind: "end", id: 2 });
  await thought.done;
  expect(heard).toHaveBeenCalledOnce();
});

test("a task whose worker cannot be loaded fails, and another worker has the next one", async () => {
  const engine = await started();
  engine.think(TASK, () => {}).cancel();
  const heard = vi.fn();
  const isDone = vi.fn();
  void engine.think(TASK, heard).done.then(isDone);
  worker(1).failToLoad();
  await vi.waitFor(() => expect(isDone).toHaveBeenCalled());
  expect(heard.mock.calls).toEqual([[{ tell: "failed", problem: NOT_LOADED }]]);
  engine.think(TASK, () => {});
  expect(worker(2).asked.at(-1)).toEqual({ kind: "task", id: 3, task: TASK });
});

test("a second worker that cannot be loaded fails nothing, and is not asked", async () => {
  const engine = await started();
  const heard = vi.fn();
  const thought = engine.think(TASK, heard);
  worker(1).failToLoad();
  expect(heard).not.toHaveBeenCalled();
  thought.cancel();
  engine.think(TASK, () => {});
  expect(worker(1).asked.map(({ kind }) => kind)).toEqual(["begin"]);
  expect(worker(2).asked.at(-1)).toEqual({ kind: "task", id: 2, task: TASK });
});

test("a shared task fails once if one of its workers cannot be loaded", async () => {
  const engine = await startedShared();
  const heard = vi.fn();
  const thought = engine.think(SHARED, heard);
  worker(1).failToLoad();
  await thought.done;
  worker(0).tell({ kind: "end", id: 1 });
  expect(heard.mock.calls).toEqual([[{ tell: "failed", problem: NOT_LOADED }]]);
});

test("a worker that cannot be loaded fails no task that it has no share of", async () => {
  const engine = await startedShared();
  engine.think(SHARED, () => {}).cancel();
  const heard = vi.fn();
  engine.think(TASK, heard);
  worker(1).failToLoad();
  expect(heard).not.toHaveBeenCalled();
  worker(0).tell({ kind: "event", id: 2, event: { tell: "chosen", move: "f5" } });
  expect(heard).toHaveBeenCalledOnce();
});
