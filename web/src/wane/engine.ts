// The engine in the page: one task at a time, answered in a stream, dropped at once when something else is wanted.
//
// Where a search can be stopped, an analysis of every move is shared among several workers. Where it cannot, the
// worker is ended, and a second one, ready since the start, takes its place; all that is lost is what the first one
// had in its table.

import type { Task } from "./messages";
import { load, type Parts } from "./parts";
import { type FromWorker, Seat } from "./seat";
import { Merged, sharesOf } from "./shares";
import type { Heard, Thinker, Thought } from "./thinker";

/** How many workers may think at once: each has a table of its own. */
const MOST_WORKERS = Seat.CAN_STOP ? Math.min(navigator.hardwareConcurrency || 1, 4) : 1;

interface Listener {
  id: number;
  hear: (seat: number, message: FromWorker) => void;
}

export class Engine implements Thinker {
  /** The first thinks about everything, the others join in. */
  private readonly seats: Seat[] = [];
  private spare: Seat | null = null;
  private listener: Listener | null = null;
  private lastId = 0;

  private constructor(private readonly parts: Parts) {}

  static async start(): Promise<Engine> {
    const engine = new Engine(await load());
    await engine.seat(0).isReady();
    return engine;
  }

  think(task: Task, heard: Heard): Thought {
    this.drop();
    const id = ++this.lastId;
    const shares = sharesOf(task, MOST_WORKERS);
    const merged = shares.length > 1 ? new Merged(shares.length, heard) : null;
    let [left, end] = [shares.length, () => {}];
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    const hear = (seat: number, message: FromWorker) => {
      if (message.kind === "event") {
        if (merged === null) heard(message.event);
        else merged.hear(seat, message.event);
      } else if (--left === 0) {
        this.listener = null;
        end();
      }
    };
    this.listener = { id, hear };
    shares.forEach((share, index) => this.seat(index).begin(id, share));
    if (!Seat.CAN_STOP && this.spare === null) this.spare = this.newSeat(0);
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
    for (const [index, seat] of this.seats.entries()) {
      if (seat.stop(this.lastId)) continue;
      seat.end();
      this.seats[index] = this.spare ?? this.newSeat(index);
      this.spare = null;
    }
  }

  private seat(index: number): Seat {
    return (this.seats[index] ??= this.newSeat(index));
  }

  private newSeat(index: number): Seat {
    return new Seat(this.parts, (message) => {
      const { listener } = this;
      if (listener !== null && "id" in message && message.id === listener.id) listener.hear(index, message);
    });
  }
}
