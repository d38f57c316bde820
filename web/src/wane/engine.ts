// The engine in the page: one task at a time, answered in a stream, dropped at once when something else is wanted.
//
// Where a search can be stopped, an analysis of every move is shared among several workers. Where it cannot, the
// worker is ended, and a second one, ready since the start, takes its place; all that is lost is what the first one
// had in its table.

import type { Task } from "./messages";
import { load, type Parts } from "./parts";
import type { PageProblem } from "./problem";
import { type FromWorker, Seat } from "./seat";
import { Merged, sharesOf } from "./shares";
import type { Heard, Thinker, Thought } from "./thinker";

/** How many workers may think at once: each has a table of its own. */
const MOST_WORKERS = Seat.CAN_STOP ? Math.min(navigator.hardwareConcurrency || 1, 4) : 1;

interface Listener {
  id: number;
  /** Who has the shares of the task. */
  asked: readonly Seat[];
  hear: (share: number, message: FromWorker) => void;
  fail: (problem: PageProblem) => void;
}

export class Engine implements Thinker {
  /** The first thinks about everything, the others join in. */
  private seats: Seat[] = [];
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
    const hear = (share: number, message: FromWorker) => {
      if (message.kind === "event") {
        if (merged === null) heard(message.event);
        else merged.hear(share, message.event);
      } else if (--left === 0) {
        this.listener = null;
        end();
      }
    };
    const fail = (problem: PageProblem) => {
      heard({ tell: "failed", problem });
      end();
    };
    const asked = shares.map((_, index) => this.seat(index));
    this.listener = { id, asked, hear, fail };
    shares.forEach((share, index) => asked[index]?.begin(id, share));
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
    for (const seat of this.seats) {
      if (!seat.stop(this.lastId)) this.dismiss(seat);
    }
  }

  private seat(index: number): Seat {
    const seat = this.seats[index] ?? this.spare ?? this.newSeat();
    if (seat === this.spare) this.spare = null;
    this.seats[index] = seat;
    return seat;
  }

  private newSeat(): Seat {
    const seat: Seat = new Seat(this.parts, (message) => this.hear(seat, message));
    return seat;
  }

  private hear(seat: Seat, message: FromWorker): void {
    const { listener } = this;
    if (message.kind === "broken") this.lose(seat, message.problem);
    else if (listener !== null && "id" in message && message.id === listener.id) {
      listener.hear(listener.asked.indexOf(seat), message);
    }
  }

  /** A broken worker fails the task that it has a share of, and no other. The next task gets another worker. */
  private lose(seat: Seat, problem: PageProblem): void {
    const { listener } = this;
    this.dismiss(seat);
    if (!listener?.asked.includes(seat)) return;
    this.drop();
    listener.fail(problem);
  }

  private dismiss(seat: Seat): void {
    seat.end();
    this.seats = this.seats.filter((it) => it !== seat);
    if (this.spare === seat) this.spare = null;
  }
}
