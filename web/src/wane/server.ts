// The engine of `wane serve`, behind a socket; for pages that come from there.

import type { FromEngine, Task, ToEngine } from "./messages";
import type { Heard, Thinker, Thought } from "./thinker";

interface Listener {
  id: number;
  /** The socket that the task was sent on: no other one speaks for it. */
  socket: WebSocket;
  heard: Heard;
  end: () => void;
}

/** The server that the page came from, if it is one that thinks. */
export async function findServer(): Promise<Server | null> {
  try {
    const response = await fetch(new URL("./api/health", document.baseURI), { cache: "no-store" });
    const health = response.ok ? ((await response.json()) as { name?: string }) : {};
    return health.name === "wane" ? new Server() : null;
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
    socket.addEventListener("message", ({ data }) => this.hear(socket, JSON.parse(String(data)) as FromEngine));
    // An error needs no listener: a close follows it.
    socket.addEventListener("close", () => this.lost(socket));
    this.socket = socket;
    return socket;
  }

  private lost(socket: WebSocket): void {
    if (this.listener?.socket === socket) this.fail("the connection to the server was lost");
  }

  private hear(socket: WebSocket, message: FromEngine): void {
    const { listener } = this;
    if (listener?.socket !== socket) return;
    if (message.kind === "wrong") this.fail(message.text);
    else if (message.id !== listener.id) return;
    else if (message.kind === "event") listener.heard(message.event);
    else if (message.kind === "busy") this.fail(message.text);
    else if (message.kind === "end") this.take()?.end();
  }

  private fail(text: string): void {
    const listener = this.take();
    listener?.heard({ tell: "failed", text });
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
  const send = () => socket.send(JSON.stringify(message));
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", send);
  else send();
}
