// The course: eight short chapters from the opening to the end. Each has a position to try, whose refutation is played
// out on the board, and a second position as a check. The tests prove every claim with the solver, the rules or the
// opening book.

import { computed, signal } from "@preact/signals";

import type { Overlay } from "../analyse/overlays";
import { sideOf } from "../game/side";
import { type Stored, stored } from "../store/stored";
import type { LineText, Look } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";
import type { RunningTask, Thinker } from "../wane/thinker";

export const CHAPTERS = ["opening", "choice", "inside", "edges", "corners", "forcing", "passes", "counting"] as const;

export type ChapterName = (typeof CHAPTERS)[number];

/** A position of a chapter. */
export interface Task {
  position: string;
  /** The right moves. */
  good: readonly string[];
}

export interface Chapter {
  name: ChapterName;
  /** What is shown on the board beside the refutation. */
  overlay: Overlay;
  /** The search depth that decides; 60 solves to the end. */
  depth: number;
  tasks: readonly [Task, Task];
}

/** The chapters that are passed. */
const isPassedList = (value: unknown): value is ChapterName[] =>
  Array.isArray(value) && value.every((it) => (CHAPTERS as readonly unknown[]).includes(it));
export const storedPassed: Stored<ChapterName[]> = stored("wane.course", [], isPassedList);

/** How long each move of a refutation is shown, in milliseconds. */
const STEP_MS = 900;

/** One chapter while it is being worked through. */
export class ChapterTry {
  private running: RunningTask | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private lines: readonly LineText[] = [];

  /** The task: the first one to try, the second one as a check. */
  readonly at = signal(0);
  readonly look = signal<Look>(rules.start(8, "fewest"));
  /** The last move on the board. */
  readonly last = signal<string | null>(null);
  readonly tried = signal<string | null>(null);
  readonly isPlaying = signal(false);
  readonly error = signal<PageProblem | null>(null);

  readonly task = computed<Task>(() => this.chapter.tasks[this.at.value === 0 ? 0 : 1]);
  readonly before = computed<Look>(() => rules.look(this.task.value.position, "fewest"));
  readonly isRight = computed(() => this.tried.value !== null && this.task.value.good.includes(this.tried.value));

  constructor(
    readonly chapter: Chapter,
    private readonly engine: Thinker,
    private readonly onPassed: () => void,
    /** How long a move is shown; 0 where people prefer less motion. */
    private readonly stepMs = STEP_MS,
  ) {
    this.begin(0);
  }

  /** Begins a task. */
  begin(at: number): void {
    this.stop();
    this.at.value = at;
    this.look.value = this.before.value;
    this.last.value = null;
    this.tried.value = null;
    this.error.value = null;
    this.lines = [];
    const { position, objective } = this.before.value;
    const within = { depth: this.chapter.depth };
    this.running = this.engine.think({ ask: "analyse", position, objective, lines: 64, within }, (event) => {
      if (event.tell === "report") this.lines = event.lines;
      else if (event.tell === "failed") this.error.value = event.problem;
    });
    void this.running.done.then(() => {
      this.running = null;
      if (this.tried.value !== null) this.playLine();
    });
  }

  /** Tries a move: the board shows what follows. */
  try(square: string): void {
    if (this.tried.value !== null || !this.before.value.moves.some((it) => it.square === square)) return;
    this.tried.value = square;
    this.play(square);
    if (this.isRight.value && this.at.value === 1) this.onPassed();
    if (this.running === null) this.playLine();
  }

  /** Tries the same task again. */
  again(): void {
    this.begin(this.at.value);
  }

  stop(): void {
    this.running?.cancel();
    this.running = null;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.isPlaying.value = false;
  }

  /** Plays what follows the move that was tried, with best play of both sides. */
  private playLine(): void {
    const line = this.lines.find((it) => it.move === this.tried.value);
    const rest = line?.pv.slice(1) ?? [];
    this.isPlaying.value = rest.length > 0;
    const step = () => {
      const next = rest.shift();
      if (next === undefined) {
        this.isPlaying.value = false;
        return;
      }
      this.play(next);
      this.timer = setTimeout(step, this.stepMs);
    };
    this.timer = setTimeout(step, this.stepMs);
  }

  private play(move: string): void {
    this.look.value = rules.play(this.look.value, move);
    this.last.value = move === "pass" ? this.last.value : move;
  }
}

/** The discs of the player and of the opponent in a position, where the player moves first in another. */
export function countFor(before: Look, look: Look): { own: number; other: number } {
  return sideOf(before) === "X" ? { own: look.black, other: look.white } : { own: look.white, other: look.black };
}
