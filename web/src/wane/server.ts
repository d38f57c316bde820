// The engine of `wane serve`, behind a socket; for pages that come from there.

import type { FromEngine, Task, ToEngine } from "./messages";
import type { Heard, Thinker, Thought } from "./thinker";

interface Listener {
  id: number;
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
  private socket: Promise<WebSocket> | null = null;
  private listener: Listener | null = null;
  private lastId = 0;

  think(task: Task, heard: Heard): Thought {
    const id = ++this.lastId;
    let end = () => {};
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Another task drops the one before.
    this.listener = { id, heard, end };
    this.tell({ kind: "task", id, task });
    return {
      done,
      cancel: () => {
        if (this.listener?.id !== id) return;
        this.listener = null;
        this.tell({ kind: "stop", id });
      },
    };
  }

  private tell(message: ToEngine): void {
    this.socket ??= this.connect();
    this.socket.then(
      (socket) => socket.send(JSON.stringify(message)),
      () => this.lost(),
    );
  }

  private connect(): Promise<WebSocket> {
    const url = new URL("./api/engine", document.baseURI);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    socket.addEventListener("message", ({ data }) => this.hear(JSON.parse(String(data)) as FromEngine));
    socket.addEventListener("close", () => this.lost());
    return new Promise((resolve, reject) => {
      socket.addEventListener("open", () => resolve(socket));
      socket.addEventListener("error", () => reject(new Error("no connection")));
    });
  }

  /** Whoever waits is told; the next task connects anew. */
  private lost(): void {
    this.socket = null;
    this.fail("the connection to the server was lost");
  }

  private hear(message: FromEngine): void {
    const { listener } = this;
    if (message.kind === "wrong") this.fail(message.text);
    else if (message.id !== listener?.id) return;
    else if (message.kind === "event") listener.heard(message.event);
    else if (message.kind === "busy") this.fail(message.text);
    else if (message.kind === "end") this.finish();
  }

  private fail(text: string): void {
    this.listener?.heard({ tell: "failed", text });
    this.finish();
  }

  private finish(): void {
    const { listener } = this;
    this.listener = null;
    listener?.end();
  }
}
