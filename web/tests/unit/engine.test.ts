import { beforeEach, expect, test, vi } from "vitest";

import { Engine, type EngineParts } from "../../src/wane/engine";
import type { Task } from "../../src/wane/messages";
import type { PageProblem } from "../../src/wane/problem";
import type { FromWorker, ToWorker, WorkerThread } from "../../src/wane/engine-worker";

// These tests use fake workers and no engine. Every position has two moves.
vi.mock("../../src/wane/rules", async () => {
  const { choice, look } = await import("./look");
  const start = () => look("start", { moves: [choice("c4"), choice("d3")] });
  return { look: start, start, play: start, summarize: () => ({ tell: "summary" }) };
});
const weights = { load: () => Promise.resolve(new ArrayBuffer(1)) };

const PARTS: EngineParts = {
  hasWeights: () => true,
  loadEngine: () => Promise.resolve({}),
  loadWeights: () => weights.load(),
  startWorker: () => new FakeWorker() as unknown as WorkerThread,
  canShare: false,
};

const TASK: Task = { ask: "puzzle", size: 8, objective: "fewest", empties: 6, seed: 1 };
const SPLIT: Task = { ask: "analyse", position: "start", objective: "fewest", lines: 64, within: {} };
const REVIEW: Task = { ask: "review", game: { format: "wane-game", v: 1, moves: ["f5", "d6", "c3"] } };
const NOT_LOADED: PageProblem = { code: "worker-not-loaded" };

let workers: FakeWorker[] = [];

/** A worker whose messages the test sends. */
class FakeWorker extends EventTarget {
  /** Its messages, except its module. */
  readonly received: ToWorker[] = [];
  isTerminated = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(message: ToWorker): void {
    if (message.kind !== "module") this.received.push(message);
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

/** An engine whose first worker has started, without shared memory. */
function started(): Engine {
  const engine = new Engine(PARTS, { workers: 2, megabytes: 16 });
  engine.warmUp();
  return engine;
}

/** An engine that shares memory with two workers. */
function startedShared(): Engine {
  return new Engine({ ...PARTS, canShare: true }, { workers: 2, megabytes: 16 });
}

beforeEach(() => {
  workers = [];
});

test("if a search cannot be stopped, the spare worker replaces the first", async () => {
  const engine = started();
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
  const engine = started();
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
  const engine = started();
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
  const engine = startedShared();
  const onEvent = vi.fn();
  const running = engine.think(SPLIT, onEvent);
  worker(1).failToLoad();
  await running.done;
  worker(0).send({ kind: "end", id: 1 });
  expect(onEvent.mock.calls).toEqual([[{ tell: "failed", problem: NOT_LOADED }]]);
});

test("a worker that cannot be loaded fails no task of other workers", async () => {
  const engine = startedShared();
  engine.think(SPLIT, () => {}).cancel();
  const onEvent = vi.fn();
  engine.think(TASK, onEvent);
  worker(1).failToLoad();
  expect(onEvent).not.toHaveBeenCalled();
  worker(0).send({ kind: "event", id: 2, event: { tell: "chosen", move: "f5" } });
  expect(onEvent).toHaveBeenCalledOnce();
});

test("a worker that is free takes the next job of a review", async () => {
  const engine = startedShared();
  await engine.learn("fewest");
  const onEvent = vi.fn();
  const running = engine.think(REVIEW, onEvent);
  const jobs = () => workers.map(({ received }) => received.filter(({ kind }) => kind === "task").length);
  expect(jobs()).toEqual([1, 1]);
  worker(1).send({ kind: "end", id: 1 });
  expect(jobs()).toEqual([1, 2]);
  worker(1).send({ kind: "end", id: 1 });
  expect(jobs()).toEqual([1, 2]);
  worker(0).send({ kind: "end", id: 1 });
  await running.done;
  expect(onEvent.mock.calls).toEqual([[{ tell: "summary" }]]);
});

test("a review waits for the weights, and fails without them", async () => {
  const engine = startedShared();
  weights.load = () => Promise.reject(new Error("offline"));
  const onEvent = vi.fn();
  await engine.think(REVIEW, onEvent).done;
  expect(workers).toHaveLength(0);
  expect(onEvent.mock.calls).toEqual([[{ tell: "failed", problem: { code: "broken", detail: "offline" } }]]);
  weights.load = () => Promise.resolve(new ArrayBuffer(1));
  engine.think(REVIEW, onEvent);
  await vi.waitFor(() => expect(workers).toHaveLength(2));
  expect(engine.learned.value).toEqual(new Set(["fewest"]));
});

test("weights that come later are given to all workers", async () => {
  const engine = startedShared();
  engine.think(SPLIT, () => {});
  await vi.waitFor(() => expect(worker(1).received.at(-1)?.kind).toBe("learn"));
  expect(worker(0).received.map(({ kind }) => kind)).toEqual(["begin", "task", "learn"]);
});

test("another size gets other workers", async () => {
  const engine = started();
  engine.configure({ workers: 1, megabytes: 64 });
  expect(worker(0).isTerminated).toBe(true);
  engine.think(TASK, () => {});
  expect(worker(1).received[0]).toMatchObject({ kind: "begin", begin: { megabytes: 64 } });
});
