// The engine of `wane serve`, through a WebSocket; for pages that `wane serve` sent.

import type { FromEngine, Health, Task, ToEngine } from "./messages";
import type { PageProblem } from "./problem";
import type { OnEvent, RunningTask, Thinker } from "./thinker";
import { VERSION, type Versioned } from "./version";

/** Receives the events of the current task. */
interface Listener {
  id: number;
  /** The socket that the task was sent on: messages of other sockets are not about it. */
  socket: WebSocket;
  onEvent: OnEvent;
  end: () => void;
}

/** What a server says of itself. */
export interface ServerInfo {
  /** The names of opponents that are not Wane's own. */
  guests: readonly string[];
}

/** The server of the page, if it is `wane serve` with this version of the messages. */
export async function findServer(): Promise<ServerInfo | null> {
  try {
    const response = await fetch(new URL("./api/health", document.baseURI), { cache: "no-store" });
    const health = response.ok ? ((await response.json()) as Partial<Versioned<Health>>) : {};
    return health.name === "wane" && health.v === VERSION ? { guests: health.guests ?? [] } : null;
  } catch {
    // Another server, or no network.
    return null;
  }
}

export class Server implements Thinker {
  private socket: WebSocket | null = null;
  private listener: Listener | null = null;
  private lastId = 0;

  think(task: Task, onEvent: OnEvent): RunningTask {
    const id = ++this.lastId;
    const socket = this.connection();
    let end = () => {};
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    // A new task replaces the one before.
    this.listener = { id, socket, onEvent, end };
    send(socket, { kind: "task", id, task });
    return {
      done,
      cancel: () => {
        if (this.listener?.id !== id) return;
        this.listener = null;
        send(socket, { kind: "stop", id });
      },
    };
  }

  /** The open socket, or a new one if it is closing: a closing socket drops messages without an error. */
  private connection(): WebSocket {
    if (this.socket !== null && this.socket.readyState <= WebSocket.OPEN) return this.socket;
    const url = new URL("./api/engine", document.baseURI);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    socket.addEventListener("message", ({ data }) => {
      this.receive(socket, JSON.parse(String(data)) as Versioned<FromEngine>);
    });
    // An error needs no listener: a close event follows it.
    socket.addEventListener("close", () => this.handleClose(socket));
    this.socket = socket;
    return socket;
  }

  private handleClose(socket: WebSocket): void {
    if (this.listener?.socket === socket) this.fail({ code: "connection-lost" });
  }

  private receive(socket: WebSocket, message: Versioned<FromEngine>): void {
    const { listener } = this;
    if (listener?.socket !== socket) return;
    // A server of another release may have started while the page was open. Version 1 sent no version number.
    if (message.v !== VERSION) this.fail({ code: "version", given: message.v ?? 1, expected: VERSION });
    else if (message.kind === "wrong") this.fail(message.problem);
    else if (message.id !== listener.id) return;
    else if (message.kind === "event") listener.onEvent(message.event);
    else if (message.kind === "busy") this.fail(message.problem);
    else if (message.kind === "end") this.takeListener()?.end();
  }

  private fail(problem: PageProblem): void {
    const listener = this.takeListener();
    listener?.onEvent({ tell: "failed", problem });
    listener?.end();
  }

  /** Clears the listener before its last event, so that its handler may start another task. */
  private takeListener(): Listener | null {
    const { listener } = this;
    this.listener = null;
    return listener;
  }
}

/** Sends a message as soon as the socket is open. */
function send(socket: WebSocket, message: ToEngine): void {
  const versioned: Versioned<ToEngine> = { v: VERSION, ...message };
  const sendNow = () => socket.send(JSON.stringify(versioned));
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", sendNow);
  else sendNow();
}
