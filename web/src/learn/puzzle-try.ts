// One puzzle while it is being solved. The engine solves the position, so that every move gets its verdict with proof.
//
// A puzzle that is played out continues with the best defence after a right move, until the game is over.

import { computed, signal } from "@preact/signals";

import { sideOf } from "../game/side";
import type { LineText, Look } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";
import type { RunningTask, Thinker } from "../wane/thinker";
import type { UnderWay } from "./puzzle-results";
import type { Puzzle } from "./puzzle-set";

export class PuzzleTry {
  private running: RunningTask | null = null;
  private readonly first: Look;
  /** A move that was made before the scores were known. */
  private waiting: string | null = null;

  readonly look = signal<Look>(rules.start(8, "fewest"));
  /** The right moves so far, with the replies and passes. */
  readonly moves = signal<readonly string[]>([]);
  /** The scores of all moves, the best first; null until they are known. */
  readonly lines = signal<readonly LineText[] | null>(null);
  /** The last move that was tried. */
  readonly tried = signal<LineText | null>(null);
  readonly wrong = signal(0);
  readonly isShown = signal(false);
  readonly isSolved = signal(false);
  readonly error = signal<PageProblem | null>(null);
  /** How it ended; null while it is under way. */
  readonly result = computed(() => (this.isSolved.value ? { wrong: this.isShown.value ? null : this.wrong.value } : null));

  /** Continues with what was kept, if it is about this puzzle. */
  constructor(
    readonly puzzle: Puzzle,
    private readonly engine: Thinker,
    kept: UnderWay | null,
    private readonly onChange: (now: UnderWay) => void,
  ) {
    this.first = rules.look(puzzle.position, "fewest");
    this.look.value = this.first;
    if (kept?.id === puzzle.id) this.restore(kept);
    this.solve();
  }

  /** Tries a move. */
  try(square: string): void {
    if (this.isSolved.value || !this.look.value.moves.some((it) => it.square === square)) return;
    const line = this.lines.value?.find((it) => it.move === square);
    if (line === undefined) {
      this.waiting = square;
      return;
    }
    this.tried.value = line;
    if (line.score > 0) this.playOn(line);
    else this.wrong.value++;
    this.keep();
  }

  /** Shows the answer; the puzzle does not count as solved. */
  show(): void {
    this.isShown.value = true;
    this.keep();
  }

  cancel(): void {
    this.running?.cancel();
    this.running = null;
  }

  /** Plays a right move. A puzzle that is played out has the best reply next. */
  private playOn({ move, pv }: LineText): void {
    this.play(move ?? "");
    if (this.puzzle.kind !== "hold") {
      this.isSolved.value = true;
      return;
    }
    const winner = sideOf(this.first);
    for (const reply of pv.slice(1)) {
      const look = this.look.value;
      if (look.score !== null || (sideOf(look) === winner && !look.must_pass)) break;
      this.play(reply);
    }
    if (this.look.value.score !== null) this.isSolved.value = true;
    else this.solve();
  }

  private play(move: string): void {
    this.look.value = rules.play(this.look.value, move);
    this.moves.value = [...this.moves.value, move];
  }

  private restore({ moves, wrong, isShown }: UnderWay): void {
    try {
      for (const move of moves) this.play(move);
    } catch {
      // The kept moves are not legal: the puzzle begins again.
      this.look.value = this.first;
      this.moves.value = [];
    }
    this.wrong.value = wrong;
    this.isShown.value = isShown;
  }

  /** Finds the scores of all moves. */
  private solve(): void {
    this.cancel();
    this.lines.value = null;
    const { position, objective } = this.look.value;
    this.running = this.engine.think({ ask: "analyse", position, objective, lines: 64, within: {} }, (event) => {
      if (event.tell === "report" && event.lines.every((it) => it.exact)) this.lines.value = event.lines;
      else if (event.tell === "failed") this.error.value = event.problem;
    });
    void this.running.done.then(() => {
      const square = this.waiting;
      this.waiting = null;
      if (square !== null) this.try(square);
    });
  }

  private keep(): void {
    const [id, moves] = [this.puzzle.id, [...this.moves.value]];
    this.onChange({ id, moves, wrong: this.wrong.value, isShown: this.isShown.value });
  }
}
