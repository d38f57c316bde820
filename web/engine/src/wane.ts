// What the package offers: the rules at once, and the engine in workers.

import { Engine, type EngineParts } from "../../src/wane/engine";
import type { GameText, Look, MoveReviewText, Objective, ReportText, Summary, Task, Within } from "../../src/wane/messages";
import { ProblemError } from "../../src/wane/problem";
import * as rules from "../../src/wane/rules";
import type { OnEvent, RunningTask, ThinkerEvent } from "../../src/wane/thinker";

export type * from "../../src/wane/messages";
export type { OnEvent, RunningTask, ThinkerEvent };
export { ProblemError };

/** How much of the machine the engine uses. */
export interface Options {
  /** How many workers share an analysis; 1 if not given. */
  workers?: number;
  /** The transposition table of each worker in megabytes; 32 if not given. */
  megabytes?: number;
  /** Whether to wait until the learned weights are loaded, so that the first move has full strength; true if not given. */
  learned?: boolean;
}

/** How a move is chosen. */
export interface Choosing extends Within {
  /** A level from 1 to 20, or the name of an agent such as `greedy`; 20 if not given. */
  player?: number | string;
  /** The seed of random choices; 0 if not given. */
  seed?: number;
}

/** What an analysis shall find. */
export interface Analysing extends Within {
  /** For how many moves a value is wanted; 1 if not given. */
  lines?: number;
  /** Is called with each report, from shallow to deep. */
  onReport?: (report: ReportText) => void;
}

/** The review of a game. */
export interface Review {
  moves: MoveReviewText[];
  summary: Summary;
}

/** The files and workers of a platform. */
export interface Platform extends EngineParts {
  loadRules(): Promise<WebAssembly.Module>;
}

/** The rules and an engine. One task runs at a time; a new one cancels the one before. */
export class Wane {
  private constructor(private readonly engine: Engine) {}

  static async create(platform: Platform, { workers = 1, megabytes = 32, learned = true }: Options): Promise<Wane> {
    await rules.initialize(await platform.loadRules());
    const engine = new Engine(platform, { workers, megabytes });
    if (learned) await engine.learn("fewest");
    return new Wane(engine);
  }

  /** The start position. */
  start(size: 4 | 6 | 8 = 8, objective: Objective = "fewest"): Look {
    return rules.start(size, objective);
  }

  /** A position in text: the squares row by row, a space, and the letter of the side to move. */
  look(position: string, objective: Objective = "fewest"): Look {
    return rules.look(position, objective);
  }

  /** The position after a move: a square such as `f5`, or `pass`. Throws a `ProblemError` if it is illegal. */
  play(at: Look, move: string): Look {
    return rules.play(at, move);
  }

  /** The games of a text in any format: moves, a board, OBF, GGF, SGF, PGN or JSON. */
  read(text: string, size: 4 | 6 | 8 = 8, objective: Objective = "fewest"): GameText[] {
    const read = rules.paste(text, size, objective);
    if (read.tell === "failed") throw new ProblemError(read.problem);
    return read.games;
  }

  /** A game in a format: `transcript`, `board`, `obf`, `ggf`, `sgf` or `json`. */
  write(game: GameText, format: string): string {
    const written = rules.write(game, format);
    if (written.tell === "failed") throw new ProblemError(written.problem);
    return written.text;
  }

  /** The move of a player: a square, or `pass`. */
  async choose(at: Look, { player = 20, seed = 0, ...within }: Choosing = {}): Promise<string> {
    const { position, objective } = at;
    const events = await this.run({ ask: "choose", position, objective, player: String(player), seed, within });
    const chosen = events.find((event) => event.tell === "chosen");
    if (chosen === undefined) throw new Error("the engine has chosen no move");
    return chosen.move;
  }

  /** The last and deepest report about a position; null if the game is over. */
  async analyse(at: Look, { lines = 1, onReport, ...within }: Analysing = {}): Promise<ReportText | null> {
    const { position, objective } = at;
    const events = await this.run({ ask: "analyse", position, objective, lines, within }, (event) => {
      if (event.tell === "report") onReport?.(event);
    });
    return events.findLast((event) => event.tell === "report") ?? null;
  }

  /** What each move of a game has lost. The result is the same on every machine. */
  async review(game: GameText): Promise<Review> {
    const events = await this.run({ ask: "review", game });
    const summary = events.find((event) => event.tell === "summary");
    if (summary === undefined) throw new Error("the engine has sent no summary");
    return { moves: events.filter((event) => event.tell === "move_review"), summary };
  }

  /** Runs any task of the engine, and reports its events. */
  think(task: Task, onEvent: OnEvent): RunningTask {
    return this.engine.think(task, onEvent);
  }

  /** Ends the task and the workers. A program in Node does not end before. */
  close(): void {
    this.engine.close();
  }

  /** The events of a task; rejects if it fails. */
  private async run(task: Task, onEvent: OnEvent = () => {}): Promise<ThinkerEvent[]> {
    const events: ThinkerEvent[] = [];
    const running = this.think(task, (event) => {
      events.push(event);
      onEvent(event);
    });
    await running.done;
    const failed = events.find((event) => event.tell === "failed");
    if (failed !== undefined) throw new ProblemError(failed.problem);
    return events;
  }
}
