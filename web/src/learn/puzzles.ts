// Endgame puzzles with one winning move. The solver finds them and proves the score of every move.

import { computed, signal } from "@preact/signals";

import type { Thinker, RunningTask } from "../wane/thinker";
import type { LineText, Look } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";

export interface Puzzle {
  look: Look;
  /** The scores of all moves, the best first. */
  lines: LineText[];
}

/** The choices for the number of empty squares: few for easy puzzles. */
export const EMPTIES = [4, 6, 8, 10, 12] as const;

export class Puzzles {
  private running: RunningTask | null = null;
  private seed = Math.floor(Math.random() * 2 ** 31);

  readonly puzzle = signal<Puzzle | null>(null);
  /** The move that was tried. */
  readonly tried = signal<LineText | null>(null);
  readonly isShown = signal(false);
  readonly empties = signal<number>(6);
  /** How many were solved with the first move, and how many were tried. */
  readonly solved = signal(0);
  readonly attempted = signal(0);
  readonly error = signal<PageProblem | null>(null);

  readonly isSolved = computed(() => this.tried.value !== null && this.tried.value.score > 0);

  constructor(private readonly engine: Thinker) {}

  next(): void {
    this.cancel();
    this.puzzle.value = null;
    this.tried.value = null;
    this.isShown.value = false;
    this.error.value = null;
    const empties = this.empties.value;
    const task = { ask: "puzzle", size: 8, objective: "fewest", empties, seed: this.seed++ } as const;
    this.running = this.engine.think(task, (event) => {
      if (event.tell === "puzzle") {
        this.puzzle.value = { look: rules.look(event.position, event.objective), lines: event.lines };
      } else if (event.tell === "failed") {
        this.error.value = event.problem;
      }
    });
  }

  /** Sets the number of empty squares, and shows another puzzle. */
  setEmpties(empties: number): void {
    this.empties.value = empties;
    this.next();
  }

  /** Tries a move; does nothing if the puzzle is solved. */
  try(square: string): void {
    const line = this.puzzle.value?.lines.find((it) => it.move === square);
    if (line === undefined || this.isSolved.value) return;
    const isFirst = this.tried.value === null && !this.isShown.value;
    this.tried.value = line;
    if (!isFirst) return;
    this.attempted.value++;
    if (line.score > 0) this.solved.value++;
  }

  show(): void {
    if (this.tried.value === null && !this.isShown.value) this.attempted.value++;
    this.isShown.value = true;
  }

  cancel(): void {
    this.running?.cancel();
    this.running = null;
  }
}
