import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Event as EngineEvent, FromEngine, Task } from "../../src/wane/messages";
import { findServer, Server } from "../../src/wane/server";
import { VERSION } from "../../src/wane/version";

const TASK: Task = { ask: "puzzle", size: 8, objective: "fewest", empties: 6, seed: 1 };
const CHOSEN: EngineEvent = { tell: "chosen", move: "f5" };

let sockets: FakeSocket[] = [];

/** A socket whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;

  readyState = FakeSocket.CONNECTING;
  /** The messages that arrived at the other end. */
  readonly sent: unknown[] = [];

  constructor() {
    super();
    sockets.push(this);
  }

  send(text: string): void {
    if (this.readyState === FakeSocket.CONNECTING) throw new Error("the socket is not open yet");
    if (this.readyState === FakeSocket.OPEN) this.sent.push(JSON.parse(text));
  }

  /** Changes the state, dispatches the event, and waits for its effects. */
  async setState(state: number, event: "open" | "error" | "close"): Promise<void> {
    this.readyState = state;
    this.dispatchEvent(new Event(event));
    await settled();
  }

  receive(message: FromEngine, v = VERSION): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ v, ...message }) }));
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function socket(number: number): FakeSocket {
  const found = sockets[number];
  if (found === undefined) throw new Error(`there is no socket ${number}`);
  return found;
}

/** A server with an open connection and no task. */
async function connected(): Promise<Server> {
  const server = new Server();
  server.think(TASK, () => {});
  await socket(0).setState(FakeSocket.OPEN, "open");
  socket(0).receive({ kind: "end", id: 1, cut: false });
  return server;
}

beforeEach(() => {
  sockets = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", { baseURI: "http://localhost/" });
});

afterEach(() => vi.unstubAllGlobals());

test("a task and its cancellation wait for the connection", async () => {
  const server = new Server();
  server.think(TASK, () => {}).cancel();
  await socket(0).setState(FakeSocket.OPEN, "open");
  expect(socket(0).sent).toEqual([{ v: 2, kind: "task", id: 1, task: TASK }, { v: 2, kind: "stop", id: 1 }]);
});

test("a task gets its events, and is done at its end", async () => {
  const server = await connected();
  const onEvent = vi.fn();
  const running = server.think(TASK, onEvent);
  await settled();
  socket(0).receive({ kind: "event", id: 1, event: CHOSEN });
  expect(onEvent).not.toHaveBeenCalled();
  socket(0).receive({ kind: "event", id: 2, event: CHOSEN });
  socket(0).receive({ kind: "end", id: 2, cut: false });
  await running.done;
  expect(onEvent.mock.calls).toEqual([[CHOSEN]]);
});

test("a task whose connection is lost fails, and the next one connects anew", async () => {
  const server = await connected();
  const onEvent = vi.fn();
  const running = server.think(TASK, onEvent);
  await socket(0).setState(FakeSocket.CLOSED, "close");
  await running.done;
  expect(onEvent.mock.calls).toEqual([[{ tell: "failed", problem: { code: "connection-lost" } }]]);
  server.think(TASK, () => {});
  expect(sockets).toHaveLength(2);
});

test("a failed connection does not fail the next task", async () => {
  const server = new Server();
  const [first, second] = [vi.fn(), vi.fn()];
  void server.think(TASK, first).done.then(() => server.think(TASK, second));
  // A browser sends two events for a failed connection.
  await socket(0).setState(FakeSocket.CLOSED, "error");
  await socket(0).setState(FakeSocket.CLOSED, "close");
  expect(first).toHaveBeenCalledOnce();
  await socket(1).setState(FakeSocket.OPEN, "open");
  socket(1).receive({ kind: "event", id: 2, event: CHOSEN });
  expect(second.mock.calls).toEqual([[CHOSEN]]);
  expect(sockets).toHaveLength(2);
});

test("a task during the closing of a connection uses a new connection, and fails only with it", async () => {
  const server = await connected();
  socket(0).readyState = FakeSocket.CLOSING;
  const onEvent = vi.fn();
  server.think(TASK, onEvent);
  await socket(0).setState(FakeSocket.CLOSED, "close");
  expect(onEvent).not.toHaveBeenCalled();
  await socket(1).setState(FakeSocket.OPEN, "open");
  expect(socket(1).sent).toEqual([{ v: 2, kind: "task", id: 2, task: TASK }]);
  await socket(1).setState(FakeSocket.CLOSED, "close");
  expect(onEvent).toHaveBeenCalledOnce();
});

test("an error message on the old connection does not fail a task on the new one", async () => {
  const server = await connected();
  socket(0).readyState = FakeSocket.CLOSING;
  const onEvent = vi.fn();
  server.think(TASK, onEvent);
  socket(0).receive({ kind: "wrong", problem: { code: "too-many-messages" } });
  expect(onEvent).not.toHaveBeenCalled();
});

test("cancelling a task opens no new connection", async () => {
  const server = await connected();
  const running = server.think(TASK, () => {});
  socket(0).readyState = FakeSocket.CLOSING;
  running.cancel();
  await settled();
  expect(sockets).toHaveLength(1);
});

test("a task that starts in the failure handler of another does not end with it", async () => {
  const server = await connected();
  const isDone = vi.fn();
  server.think(TASK, () => void server.think(TASK, () => {}).done.then(isDone));
  socket(0).receive({ kind: "busy", id: 2, problem: { code: "busy" } });
  await settled();
  expect(isDone).not.toHaveBeenCalled();
});

test.each<FromEngine>([
  { kind: "busy", id: 2, problem: { code: "busy" } },
  { kind: "wrong", problem: { code: "busy" } },
])("a task that the server answers with $kind fails with its problem", async (message) => {
  const server = await connected();
  const onEvent = vi.fn();
  const running = server.think(TASK, onEvent);
  socket(0).receive(message);
  await running.done;
  expect(onEvent.mock.calls).toEqual([[{ tell: "failed", problem: { code: "busy" } }]]);
});

test("a message of another version fails the task", async () => {
  const server = await connected();
  const onEvent = vi.fn();
  const running = server.think(TASK, onEvent);
  socket(0).receive({ kind: "event", id: 2, event: CHOSEN }, 3);
  await running.done;
  expect(onEvent.mock.calls).toEqual([[{ tell: "failed", problem: { code: "version", given: 3, expected: 2 } }]]);
});

test.each([
  ["of this version", { v: 2, name: "wane" }, { guests: [] }],
  ["with guests", { v: 2, name: "wane", guests: ["me"] }, { guests: ["me"] }],
  ["of another version", { v: 3, name: "wane" }, null],
  ["of the first version, which sent no number", { name: "wane" }, null],
  ["of another kind", { v: 2, name: "other" }, null],
])("a server %s is used or not", async (_, health, found) => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(health)));
  expect(await findServer()).toEqual(found);
});
