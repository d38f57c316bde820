import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Event as Told, FromEngine, Task } from "../../src/wane/messages";
import { findServer, Server } from "../../src/wane/server";
import { VERSION } from "../../src/wane/version";

const TASK: Task = { ask: "puzzle", size: 8, objective: "fewest", empties: 6, seed: 1 };
const CHOSEN: Told = { tell: "chosen", move: "f5" };

let sockets: FakeSocket[] = [];

/** A socket whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;

  readyState = FakeSocket.CONNECTING;
  /** What has arrived at the other end. */
  readonly sent: unknown[] = [];

  constructor() {
    super();
    sockets.push(this);
  }

  send(text: string): void {
    if (this.readyState === FakeSocket.CONNECTING) throw new Error("the socket is not open yet");
    if (this.readyState === FakeSocket.OPEN) this.sent.push(JSON.parse(text));
  }

  /** Changes its state and says so, and lets everything happen that follows from it. */
  async becomes(state: number, event: "open" | "error" | "close"): Promise<void> {
    this.readyState = state;
    this.dispatchEvent(new Event(event));
    await settled();
  }

  tell(message: FromEngine, v = VERSION): void {
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

/** A server with an open connection and nothing to do. */
async function connected(): Promise<Server> {
  const server = new Server();
  server.think(TASK, () => {});
  await socket(0).becomes(FakeSocket.OPEN, "open");
  socket(0).tell({ kind: "end", id: 1, cut: false });
  return server;
}

beforeEach(() => {
  sockets = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", { baseURI: "http://localhost/" });
});

afterEach(() => vi.unstubAllGlobals());

test("a task waits for the connection, and so does its end", async () => {
  const server = new Server();
  server.think(TASK, () => {}).cancel();
  await socket(0).becomes(FakeSocket.OPEN, "open");
  expect(socket(0).sent).toEqual([{ v: 2, kind: "task", id: 1, task: TASK }, { v: 2, kind: "stop", id: 1 }]);
});

test("a task hears its events, and is done at its end", async () => {
  const server = await connected();
  const heard = vi.fn();
  const thought = server.think(TASK, heard);
  await settled();
  socket(0).tell({ kind: "event", id: 1, event: CHOSEN });
  expect(heard).not.toHaveBeenCalled();
  socket(0).tell({ kind: "event", id: 2, event: CHOSEN });
  socket(0).tell({ kind: "end", id: 2, cut: false });
  await thought.done;
  expect(heard.mock.calls).toEqual([[CHOSEN]]);
});

test("a task whose connection is lost fails, and the next one connects anew", async () => {
  const server = await connected();
  const heard = vi.fn();
  const thought = server.think(TASK, heard);
  await socket(0).becomes(FakeSocket.CLOSED, "close");
  await thought.done;
  expect(heard.mock.calls).toEqual([[{ tell: "failed", problem: { code: "connection-lost" } }]]);
  server.think(TASK, () => {});
  expect(sockets).toHaveLength(2);
});

test("a connection that fails does not fail the task after it as well", async () => {
  const server = new Server();
  const [first, second] = [vi.fn(), vi.fn()];
  void server.think(TASK, first).done.then(() => server.think(TASK, second));
  // A browser tells of a failed connection twice.
  await socket(0).becomes(FakeSocket.CLOSED, "error");
  await socket(0).becomes(FakeSocket.CLOSED, "close");
  expect(first).toHaveBeenCalledOnce();
  await socket(1).becomes(FakeSocket.OPEN, "open");
  socket(1).tell({ kind: "event", id: 2, event: CHOSEN });
  expect(second.mock.calls).toEqual([[CHOSEN]]);
  expect(sockets).toHaveLength(2);
});

test("a task that comes while the connection is closing is sent on a new one, and fails only with that", async () => {
  const server = await connected();
  socket(0).readyState = FakeSocket.CLOSING;
  const heard = vi.fn();
  server.think(TASK, heard);
  await socket(0).becomes(FakeSocket.CLOSED, "close");
  expect(heard).not.toHaveBeenCalled();
  await socket(1).becomes(FakeSocket.OPEN, "open");
  expect(socket(1).sent).toEqual([{ v: 2, kind: "task", id: 2, task: TASK }]);
  await socket(1).becomes(FakeSocket.CLOSED, "close");
  expect(heard).toHaveBeenCalledOnce();
});

test("what an old connection calls wrong is no failure of a task on the new one", async () => {
  const server = await connected();
  socket(0).readyState = FakeSocket.CLOSING;
  const heard = vi.fn();
  server.think(TASK, heard);
  socket(0).tell({ kind: "wrong", problem: { code: "too-many-messages" } });
  expect(heard).not.toHaveBeenCalled();
});

test("to stop a task no new connection is made", async () => {
  const server = await connected();
  const thought = server.think(TASK, () => {});
  socket(0).readyState = FakeSocket.CLOSING;
  thought.cancel();
  await settled();
  expect(sockets).toHaveLength(1);
});

test("a task that is begun as soon as another fails does not end with it", async () => {
  const server = await connected();
  const isDone = vi.fn();
  server.think(TASK, () => void server.think(TASK, () => {}).done.then(isDone));
  socket(0).tell({ kind: "busy", id: 2, problem: { code: "busy" } });
  await settled();
  expect(isDone).not.toHaveBeenCalled();
});

test.each<FromEngine>([
  { kind: "busy", id: 2, problem: { code: "busy" } },
  { kind: "wrong", problem: { code: "busy" } },
])("a task that the server calls $kind fails with its problem", async (message) => {
  const server = await connected();
  const heard = vi.fn();
  const thought = server.think(TASK, heard);
  socket(0).tell(message);
  await thought.done;
  expect(heard.mock.calls).toEqual([[{ tell: "failed", problem: { code: "busy" } }]]);
});

test("a message of another version is not read, and fails the task", async () => {
  const server = await connected();
  const heard = vi.fn();
  const thought = server.think(TASK, heard);
  socket(0).tell({ kind: "event", id: 2, event: CHOSEN }, 3);
  await thought.done;
  expect(heard.mock.calls).toEqual([[{ tell: "failed", problem: { code: "version", given: 3, expected: 2 } }]]);
});

test.each([
  ["of this version", { v: 2, name: "wane" }, true],
  ["of another version", { v: 3, name: "wane" }, false],
  ["of the first version, which did not say so", { name: "wane" }, false],
  ["of another kind", { v: 2, name: "other" }, false],
])("a server %s is found or not", async (_, health, isFound) => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(health)));
  expect((await findServer()) !== null).toBe(isFound);
});
