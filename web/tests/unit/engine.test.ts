import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Engine } from "../../src/wane/engine";
import type { Task } from "../../src/wane/messages";
import type { PageProblem } from "../../src/wane/problem";
import type { FromWorker, ToWorker } from "../../src/wane/engine-worker";

// These tests use fake workers and no engine. Every position has two moves.
vi.mock("../../src/wane/rules", async () => {
  const { choice, look } = await import("./look");
  return { look: () => look("start", { moves: [choice("c4"), choice("d3")] }) };
});
vi.mock("../../src/wane/parts", () => ({ load: () => Promise.resolve({}) }));

const TASK: Task = { ask: "puzzle", size: 8, objective: "fewest", empties: 6, seed: 1 };
const SPLIT: Task = { ask: "analyse", position: "start", objective: "fewest", lines: 64, within: {} };
const NOT_LOADED: PageProblem = { code: "worker-not-loaded" };

let workers: FakeWorker[] = [];

/** A worker whose messages the test sends. */
class FakeWorker extends EventTarget {
  readonly received: ToWorker[] = [];
  isTerminated = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  send(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  /** The script cannot be loaded; the browser gives no reason. */
  failToLoad(): void {
    this.dispatchEvent(new Event("error"));
  }
}

function worker(number: number): FakeWorker {
  const found = workers[number];
  if (found === undefined) throw new Error(`there is no worker ${number}`);
  return found;
}

/** An engine whose first worker is ready, without shared memory. */
async function started(start = () => Engine.start()): Promise<Engine> {
  const engine = start();
  await vi.waitUntil(() => workers.length === 1);
  worker(0).send({ kind: "ready" });
  return engine;
}

/** An engine that shares memory with two workers. */
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

test("an engine whose worker cannot be loaded does not start", async () => {
  const engine = Engine.start();
  await vi.waitUntil(() => workers.length === 1);
  worker(0).failToLoad();
  await expect(engine).rejects.toMatchObject({ problem: NOT_LOADED });
});

test("if a search cannot be stopped, the spare worker replaces the first", async () => {
  const engine = await started();
  engine.think(TASK, () => {}).cancel();
  expect(worker(0).isTerminated).toBe(true);
  const onEvent = vi.fn();
  const running = engine.think(TASK, onEvent);
  expect(worker(1).received.at(-1)).toEqual({ kind: "task", id: 2, task: TASK });
  worker(1).send({ kind: "event", id: 2, event: { tell: "chosen", move: "f5" } });
  worker(1).send({ kind: "end", id: 2 });
  await running.done;
  expect(onEvent).toHaveBeenCalledOnce();
});

test("a task whose worker cannot be loaded fails, and another worker runs the next task", async () => {
  const engine = await started();
  engine.think(TASK, () => {}).cancel();
  const onEvent = vi.fn();
  const isDone = vi.fn();
  void engine.think(TASK, onEvent).done.then(isDone);
  worker(1).failToLoad();
  await vi.waitFor(() => expect(isDone).toHaveBeenCalled());
  expect(onEvent.mock.calls).toEqual([[{ tell: "failed", problem: NOT_LOADED }]]);
  engine.think(TASK, () => {});
  expect(worker(2).received.at(-1)).toEqual({ kind: "task", id: 3, task: TASK });
});

test("a spare worker that cannot be loaded fails no task and gets none", async () => {
  const engine = await started();
  const onEvent = vi.fn();
  const running = engine.think(TASK, onEvent);
  worker(1).failToLoad();
  expect(onEvent).not.toHaveBeenCalled();
  running.cancel();
  engine.think(TASK, () => {});
  expect(worker(1).received.map(({ kind }) => kind)).toEqual(["begin"]);
  expect(worker(2).received.at(-1)).toEqual({ kind: "task", id: 2, task: TASK });
});

test("a split task fails once if one of its workers cannot be loaded", async () => {
  const engine = await startedShared();
  const onEvent = vi.fn();
  const running = engine.think(SPLIT, onEvent);
  worker(1).failToLoad();
  await running.done;
  worker(0).send({ kind: "end", id: 1 });
  expect(onEvent.mock.calls).toEqual([[{ tell: "failed", problem: NOT_LOADED }]]);
});

test("a worker that cannot be loaded fails no task of other workers", async () => {
  const engine = await startedShared();
  engine.think(SPLIT, () => {}).cancel();
  const onEvent = vi.fn();
  engine.think(TASK, onEvent);
  worker(1).failToLoad();
  expect(onEvent).not.toHaveBeenCalled();
  worker(0).send({ kind: "event", id: 2, event: { tell: "chosen", move: "f5" } });
  expect(onEvent).toHaveBeenCalledOnce();
});
