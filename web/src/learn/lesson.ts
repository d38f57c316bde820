// A lesson on the differences between the reversed game and Reversi: each position shows one idea. The tests check the
// answers with the solver.

import { computed, signal } from "@preact/signals";

import type { Look } from "../wane/messages";
import * as rules from "../wane/rules";

export interface Step {
  name: "aim" | "corner" | "edge" | "squeeze" | "greed" | "pass" | "end";
  position: string;
  /** The moves that win. */
  good: readonly string[];
}

export const STEPS: readonly Step[] = [
  { name: "aim", position: "OXXXX-OXXXXOOXXXXOOXXXOOOO-OXXOOOOX- X", good: ["c5"] },
  { name: "corner", position: "-OOOXX-OOXXOOOOOXOOOOXX-OOOO-XO-OO-- X", good: ["f4", "b6", "a2"] },
  { name: "edge", position: "--OOO--XXXX---XXX--OOXX-XOXXXXOOO-XO X", good: ["b3"] },
  { name: "squeeze", position: "-XXX--OOOOO--OOO--OOOOOOOOOOOOXXXXXO X", good: ["a3"] },
  { name: "greed", position: "-X----OXOX-XOOOOXXOOOOOXOOOOO-O-OOX- X", good: ["b6"] },
  { name: "pass", position: "-OOOOOXXXXOOXXOOOOXXXOOXXXXOXXX-X--- X", good: ["e6"] },
  {
    name: "end",
    position: "-OOOOOX-OOOOOOXOOOOXOOXX-OXOOOXXOXOOOXXXOOXOOOXXOOOXOXXXOOX-XX-- X",
    good: ["d8"],
  },
];

export class Lesson {
  readonly at = signal(0);
  readonly tried = signal<string | null>(null);

  /** The current step; null when all are done. */
  readonly step = computed<Step | null>(() => STEPS[this.at.value] ?? null);
  readonly before = computed<Look | null>(() => {
    const step = this.step.value;
    return step === null ? null : rules.look(step.position, "fewest");
  });
  /** The position after the move that was tried. */
  readonly look = computed<Look | null>(() => {
    const [before, tried] = [this.before.value, this.tried.value];
    return before === null || tried === null ? before : rules.play(before, tried);
  });
  readonly isRight = computed(() => {
    const tried = this.tried.value;
    return tried !== null && (this.step.value?.good.includes(tried) ?? false);
  });

  try(square: string): void {
    if (this.tried.value === null) this.tried.value = square;
  }

  again(): void {
    this.tried.value = null;
  }

  go(to: number): void {
    this.at.value = to;
    this.tried.value = null;
  }
}
