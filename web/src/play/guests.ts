// Guests: the opponents that `wane serve --opponent` offers. They play on the machine of the server; the engine of the
// page does everything else.

import type { Task } from "../wane/messages";
import { Server, type ServerInfo } from "../wane/server";
import type { OnEvent, RunningTask, Thinker } from "../wane/thinker";

/** What the name of a guest begins with among the opponents. */
const GUEST = "@";

export function isGuest(opponent: string): boolean {
  return opponent.startsWith(GUEST) && !opponent.includes("\n");
}

/** The opponent that is this guest. */
export function guest(name: string): string {
  return GUEST + name;
}

/** The name of a guest. */
export function guestName(opponent: string): string {
  return opponent.slice(GUEST.length);
}

/** The engine for games: guests choose on the server. */
export class GameEngine implements Thinker {
  constructor(
    private readonly engine: Thinker,
    /** The server of the page, if there is one. */
    private readonly found: Promise<ServerInfo | null>,
    private readonly server: Thinker = new Server(),
  ) {}

  think(task: Task, onEvent: OnEvent): RunningTask {
    if (task.ask !== "choose" || !isGuest(task.player)) return this.engine.think(task, onEvent);
    const { player } = task;
    let running: RunningTask | null = null;
    let isCancelled = false;
    const done = this.found.then((info) => {
      if (isCancelled) return never();
      if (info?.guests.includes(guestName(player)) !== true) {
        onEvent({ tell: "failed", problem: { code: "unknown-player", name: guestName(player), agents: [] } });
        return;
      }
      running = this.server.think(task, onEvent);
      return running.done;
    });
    return {
      done,
      cancel: () => {
        isCancelled = true;
        running?.cancel();
      },
    };
  }
}

/** The promise of a task that was cancelled. */
function never(): Promise<void> {
  return new Promise(() => {});
}
