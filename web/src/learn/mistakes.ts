// Learning from a game: each bad move once more, until a better one is found.

import { computed, signal } from "@preact/signals";

import type { Found, Study } from "../analyse/study";
import { sideOf } from "../game/side";
import { moveNumber, type Node } from "../game/tree";
import type { Thinker, Thought } from "../wane/thinker";
import type { LineText } from "../wane/messages";
import type { PageProblem } from "../wane/problem";

/** What a move must lose to be looked at again. */
const BAD = 1.5;

/** A move is good enough if it loses no more than this against the best. */
const GOOD = 0.5;

/** How long the engine looks at a position. */
const LOOK_MS = 1500;

export interface Mistake {
  /** The position before the move. */
  before: Node;
  found: Found;
}

/** What is said about a move that was tried. */
export type Said = { kind: "good" } | { kind: "same" } | { kind: "worse"; loss: number };

export class Mistakes {
  readonly list: readonly Mistake[];
  readonly at = signal(0);
  readonly tried = signal<string | null>(null);
  readonly isShown = signal(false);
  /** What every move is worth, the best first; nothing until it is known. */
  readonly lines = signal<readonly LineText[]>([]);
  /** Why it is not known. */
  readonly error = signal<PageProblem | null>(null);
  private thought: Thought | null = null;

  /** The present mistake; null when there are no more. */
  readonly present = computed<Mistake | null>(() => this.list[this.at.value] ?? null);

  readonly said = computed<Said | null>(() => {
    const [mistake, tried, best] = [this.present.value, this.tried.value, this.lines.value[0]];
    if (mistake === null || tried === null || best === undefined) return null;
    if (tried === mistake.found.judged.played) return { kind: "same" };
    const line = this.lines.value.find((it) => it.move === tried);
    if (line === undefined) return null;
    const loss = best.score - line.score;
    return loss <= GOOD ? { kind: "good" } : { kind: "worse", loss };
  });

  constructor(
    study: Study,
    private readonly engine: Thinker,
  ) {
    this.list = mistakesOf(study);
  }

  /** Tries a move instead of the bad one. */
  try(square: string): void {
    this.tried.value = square;
  }

  show(): void {
    this.isShown.value = true;
  }

  next(): void {
    this.at.value++;
    this.look();
  }

  /** Finds out what all moves of the present position are worth, so that any answer can be judged. */
  look(): void {
    this.rest();
    this.lines.value = [];
    this.error.value = null;
    this.tried.value = null;
    this.isShown.value = false;
    const mistake = this.present.value;
    if (mistake === null) return;
    const { position, objective } = mistake.before.look;
    const task = { ask: "analyse", position, objective, lines: 64, within: { ms: LOOK_MS } } as const;
    this.thought = this.engine.think(task, (event) => {
      if (event.tell === "report") this.lines.value = event.lines;
      if (event.tell === "failed") this.error.value = event.problem;
    });
  }

  rest(): void {
    this.thought?.cancel();
    this.thought = null;
  }
}

function mistakesOf(study: Study): Mistake[] {
  const side = study.learner.value;
  return study.reviewed.value.flatMap((node) => {
    if (node.parent === null || node.move === null || node.move === "pass") return [];
    const found = study.found.value.get(moveNumber(node));
    const isTheirs = side !== null && sideOf(node.parent.look) !== side;
    if (found === undefined || isTheirs || found.judged.loss < BAD) return [];
    return [{ before: node.parent, found }];
  });
}
