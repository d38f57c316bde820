// The engine of `wane serve`, behind a socket; for pages that come from there.

import type { FromEngine, Task, ToEngine } from "./messages";
import type { PageProblem } from "./problem";
import type { Heard, Thinker, Thought } from "./thinker";
import { VERSION, type Versioned } from "./version";

interface Listener {
  id: number;
  /** The socket that the task was sent on: no other one speaks for it. */
  socket: WebSocket;
  heard: Heard;
  end: () => void;
}

/** The server that the page came from, if it is one that thinks and speaks this version. */
export async function findServer(): Promise<Server | null> {
  try {
    const response = await fetch(new URL("./api/health", document.baseURI), { cache: "no-store" });
    const health = response.ok ? ((await response.json()) as { name?: string; v?: number }) : {};
    return health.name === "wane" && health.v === VERSION ? new Server() : null;
  } catch {
    // Some other server, or none at all.
    return null;
  }
}

export class Server implements Thinker {
  private socket: WebSocket | null = null;
  private listener: Listener | null = null;
  private lastId = 0;

  think(task: Task, heard: Heard): Thought {
    const id = ++this.lastId;
    const socket = this.connection();
    let end = () => {};
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Another task drops the one before.
    this.listener = { id, socket, heard, end };
    tell(socket, { kind: "task", id, task });
    return {
      done,
      cancel: () => {
        if (this.listener?.id !== id) return;
        this.listener = null;
        tell(socket, { kind: "stop", id });
      },
    };
  }

  /** A new socket if the last one is closing: such a socket drops what is sent on it, and does not say so. */
  private connection(): WebSocket {
    if (this.socket !== null && this.socket.readyState <= WebSocket.OPEN) return this.socket;
    const url = new URL("./api/engine", document.baseURI);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    socket.addEventListener("message", ({ data }) => {
      this.hear(socket, JSON.parse(String(data)) as Versioned<FromEngine>);
    });
    // An error needs no listener: a close follows it.
    socket.addEventListener("close", () => this.lost(socket));
    this.socket = socket;
    return socket;
  }

  private lost(socket: WebSocket): void {
    if (this.listener?.socket === socket) this.fail({ code: "connection-lost" });
  }

  private hear(socket: WebSocket, message: Versioned<FromEngine>): void {
    const { listener } = this;
    if (listener?.socket !== socket) return;
    // The server may have been replaced by another release while the page was open. Version 1 did not give its number.
    if (message.v !== VERSION) this.fail({ code: "version", given: message.v ?? 1, expected: VERSION });
    else if (message.kind === "wrong") this.fail(message.problem);
    else if (message.id !== listener.id) return;
    else if (message.kind === "event") listener.heard(message.event);
    else if (message.kind === "busy") this.fail(message.problem);
    else if (message.kind === "end") this.take()?.end();
  }

  private fail(problem: PageProblem): void {
    const listener = this.take();
    listener?.heard({ tell: "failed", problem });
    listener?.end();
  }

  /** Takes the listener off before it hears the last word, so that it may begin another task as it does. */
  private take(): Listener | null {
    const { listener } = this;
    this.listener = null;
    return listener;
  }
}

/** Sends a message, as soon as the socket is open. */
function tell(socket: WebSocket, message: ToEngine): void {
  const versioned: Versioned<ToEngine> = { v: VERSION, ...message };
  const send = () => socket.send(JSON.stringify(versioned));
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", send);
  else send();
}
