// The engine in its worker: one task at a time, answered in a stream, dropped at once when something else is
// wanted.
//
// A worker that is thinking hears no messages. Where the page shares memory with it, a number there tells it up
// to which task it may stop. Where it does not, it is ended, and a second one, ready since the start, takes its
// place; all that is lost is what the first one had in its table.

import type { Event, Task } from "./messages";
import { load, type Parts } from "./parts";

export type Heard = (event: Event) => void;

export interface Thought {
  /** No more is heard of it. */
  cancel(): void;
  /** When there is no more to come; never if it was cancelled. */
  done: Promise<void>;
}

/** What the page tells the worker. */
export type ToWorker =
  | { kind: "begin"; parts: Parts; stop: SharedArrayBuffer | null }
  | { kind: "task"; id: number; task: Task };

/** What the worker tells the page. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "broken"; text: string }
  | { kind: "event"; id: number; event: Event }
  | { kind: "end"; id: number };

interface Listener {
  id: number;
  heard: Heard;
  end: () => void;
}

export class Engine {
  private seat: Seat;
  private spare: Seat | null = null;
  private listener: Listener | null = null;
  private lastId = 0;

  private constructor(private readonly parts: Parts) {
    this.seat = this.newSeat();
  }

  static async start(): Promise<Engine> {
    const engine = new Engine(await load());
    await engine.seat.isReady();
    return engine;
  }

  /** Thinks about a task, and about nothing else. */
  think(task: Task, heard: Heard): Thought {
    this.drop();
    const id = ++this.lastId;
    let end = () => {};
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.listener = { id, heard, end };
    this.seat.begin(id, task);
    if (!Seat.CAN_STOP && this.spare === null) this.spare = this.newSeat();
    return {
      done,
      cancel: () => {
        if (this.listener?.id === id) this.drop();
      },
    };
  }

  private drop(): void {
    if (this.listener === null) return;
    this.listener = null;
    if (this.seat.stop(this.lastId)) return;
    this.seat.end();
    this.seat = this.spare ?? this.newSeat();
    this.spare = null;
  }

  private newSeat(): Seat {
    return new Seat(this.parts, (message) => {
      const listener = this.listener;
      if (listener === null || !("id" in message) || message.id !== listener.id) return;
      if (message.kind === "event") {
        listener.heard(message.event);
      } else {
        this.listener = null;
        listener.end();
      }
    });
  }
}

/** A worker. */
class Seat {
  /** Whether pages share memory with their workers. */
  static readonly CAN_STOP = globalThis.crossOriginIsolated;

  private readonly worker: Worker;
  private readonly upTo: Int32Array | null;

  constructor(parts: Parts, heard: (message: FromWorker) => void) {
    const shared = Seat.CAN_STOP ? new SharedArrayBuffer(4) : null;
    this.upTo = shared && new Int32Array(shared);
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => heard(data));
    this.tell({ kind: "begin", parts, stop: shared });
  }

  /** Ends when it can think; fails if it never will. */
  isReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "ready") resolve();
        else if (data.kind === "broken") reject(new Error(data.text));
      });
      this.worker.addEventListener("error", (event) => reject(new Error(event.message)));
    });
  }

  begin(id: number, task: Task): void {
    this.tell({ kind: "task", id, task });
  }

  /** Stops all tasks up to this one; false if that is not possible. */
  stop(id: number): boolean {
    if (this.upTo === null) return false;
    Atomics.store(this.upTo, 0, id);
    return true;
  }

  end(): void {
    this.worker.terminate();
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}
