// A game that is being played: whose turn it is, who thinks, how much time is left, how it ended.

import { computed, signal } from "@preact/signals";

import { type Side, sideOf } from "../game/side";
import { type Node, Tree } from "../game/tree";
import type { Heard, Thinker, Thought } from "../wane/thinker";
import type { Look, ReportText, Task } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";
import type { Ending, Saved } from "./saved";
import type { Settings } from "./settings";

/** How long the pass of an opponent stays on the screen before the game goes on. */
const PASS_MS = 1400;

/** How long the opponent thinks without a clock. */
const THINK_MS = 800;

/** An answer comes no sooner than this, so that one can see what the move before it did. */
const SEE_MS = 600;

/** How long a hint may take. */
const HINT_MS = 2000;

export class Session {
  readonly settings: Settings;
  private readonly tree: Tree;
  private readonly changes = signal(0);
  private readonly seed = Math.floor(Math.random() * 2 ** 31);
  private thought: Thought | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private ticking: ReturnType<typeof setInterval> | null = null;

  /** What the engine says about the position to the player. */
  readonly hint = signal<ReportText | null>(null);
  readonly isThinking = signal(false);
  readonly isHinting = signal(false);
  readonly ended = signal<Ending | null>(null);
  /** Why the engine has no answer. */
  readonly error = signal<PageProblem | null>(null);
  /** Milliseconds left. */
  readonly clocks = signal<Record<Side, number>>({ X: 0, O: 0 });

  readonly node = computed<Node>(() => {
    this.changes.value;
    return this.tree.current;
  });
  readonly look = computed<Look>(() => this.node.value.look);
  readonly path = computed<Node[]>(() => this.tree.path(this.node.value));

  /** Whether a person moves now. */
  readonly isPersons = computed(() => this.ended.value === null && this.isTurnAt(this.node.value));
  /** Whether a person has no move, and must say so. */
  readonly mustPass = computed(() => {
    const look = this.look.value;
    return this.ended.value === null && look.must_pass && this.isPerson(sideOf(look));
  });
  readonly canUndo = computed(() => {
    const isLate = this.ended.value?.why === "time";
    return !isLate && this.path.value.slice(0, -1).some((node) => this.isTurnAt(node));
  });
  readonly canRedo = computed(() => this.ended.value === null && this.node.value.children.length > 0);

  /** A game that nobody thinks about yet; see `resume`. */
  constructor(
    settings: Settings,
    private readonly engine: Thinker,
  ) {
    const { size, objective, start, minutes } = settings;
    this.settings = settings;
    this.tree = new Tree(start === null ? rules.start(size, objective) : rules.look(start, objective));
    this.clocks.value = { X: minutes * 60_000, O: minutes * 60_000 };
  }

  /** A game as it was left. Throws if that makes no sense. */
  static restore(saved: Saved, engine: Thinker): Session {
    const session = new Session(saved.settings, engine);
    for (const move of saved.moves) session.tree.play(move, rules.play(session.tree.current.look, move));
    session.clocks.value = saved.clocks;
    session.ended.value = saved.ended;
    session.changes.value++;
    return session;
  }

  saved(): Saved {
    return {
      settings: this.settings,
      moves: this.path.value.flatMap(({ move }) => move ?? []),
      clocks: this.clocks.peek(),
      ended: this.ended.value,
    };
  }

  isPerson(side: Side): boolean {
    return this.settings.opponent === "friend" || side === this.settings.colour;
  }

  /** Plays a square, or `pass` where that must be; false if it cannot be played. */
  play(move: string): boolean {
    const isLegal = this.isPersons.value && this.look.value.moves.some((it) => it.square === move);
    const isPass = this.mustPass.value && move === "pass";
    if (isLegal || isPass) this.make(move);
    return isLegal || isPass;
  }

  /** Takes back the last move of the player, with all that came after it. */
  undo(): void {
    if (!this.canUndo.value) return;
    this.rest();
    do this.tree.back();
    while (!this.isTurnAt(this.tree.current));
    this.ended.value = null;
    this.changed();
  }

  /** Plays again what was taken back. */
  redo(): void {
    if (!this.canRedo.value) return;
    this.rest();
    do this.tree.forward();
    while (this.tree.current.children.length > 0 && !this.isTurnAt(this.tree.current));
    this.changed();
    this.go();
  }

  resign(): void {
    if (this.ended.value !== null) return;
    const loser = this.settings.opponent === "friend" ? sideOf(this.look.value) : this.settings.colour;
    this.end({ why: "resigned", loser });
  }

  /** Asks the engine what every move is worth. */
  askHint(): void {
    if (!this.isPersons.value) return;
    this.rest();
    this.isHinting.value = true;
    const { position, objective } = this.look.value;
    const task = { ask: "analyse", position, objective, lines: 64, within: { ms: HINT_MS } } as const;
    this.thought = this.ask(task, (event) => {
      if (event.tell === "report") this.hint.value = event;
    });
    void this.thought.done.then(() => {
      this.isHinting.value = false;
    });
  }

  /** The game goes on. */
  resume(): void {
    if (this.settings.minutes > 0) this.startClock();
    this.go();
  }

  /** Nobody thinks and no clock runs until it is resumed. */
  pause(): void {
    this.rest();
    if (this.ticking !== null) clearInterval(this.ticking);
    this.ticking = null;
  }

  private make(move: string): void {
    const look = this.look.value;
    this.rest();
    this.tree.play(move, rules.play(look, move));
    this.changed();
    this.go();
  }

  private changed(): void {
    this.hint.value = null;
    this.error.value = null;
    this.changes.value++;
  }

  /** Nobody thinks and nothing is about to happen. */
  private rest(): void {
    this.thought?.cancel();
    this.thought = null;
    this.isThinking.value = false;
    this.isHinting.value = false;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Lets whoever is next do what they do. */
  private go(): void {
    const look = this.look.value;
    if (this.ended.value !== null) return;
    if (look.score !== null) this.end({ why: "score", score: look.score });
    else if (this.isPerson(sideOf(look))) return;
    else if (look.must_pass) this.later(PASS_MS, "pass");
    else this.think(look);
  }

  private think(look: Look): void {
    this.isThinking.value = true;
    const begun = performance.now();
    const { position, objective } = look;
    const left = this.clocks.value[sideOf(look)];
    const ms = this.settings.minutes > 0 ? Math.max(50, Math.min(3000, left / 40)) : THINK_MS;
    const task = {
      ask: "choose",
      position,
      objective,
      player: this.settings.opponent,
      within: { ms: Math.round(ms) },
      seed: this.seed,
    } as const;
    let chosen: string | null = null;
    this.thought = this.ask(task, (event) => {
      if (event.tell === "chosen") chosen = event.move;
    });
    void this.thought.done.then(() => {
      this.thought = null;
      if (chosen === null) this.isThinking.value = false;
      else this.later(SEE_MS - (performance.now() - begun), chosen);
    });
  }

  /** Gives a task to the engine. A failure stays in sight until another task, or another position. */
  private ask(task: Task, heard: Heard): Thought {
    this.error.value = null;
    return this.engine.think(task, (event) => {
      if (event.tell === "failed") this.error.value = event.problem;
      else heard(event);
    });
  }

  private later(ms: number, move: string): void {
    this.timer = setTimeout(() => this.make(move), Math.max(0, ms));
  }

  private isTurnAt({ look }: Node): boolean {
    return look.score === null && !look.must_pass && this.isPerson(sideOf(look));
  }

  private end(ending: Ending): void {
    this.rest();
    this.ended.value = ending;
  }

  private startClock(): void {
    let last = performance.now();
    this.ticking ??= setInterval(() => {
      const now = performance.now();
      const spent = now - last;
      last = now;
      const look = this.look.value;
      if (this.ended.value !== null || look.score !== null || look.must_pass) return;
      const side = sideOf(look);
      const left = Math.max(0, this.clocks.value[side] - spent);
      this.clocks.value = { ...this.clocks.value, [side]: left };
      if (left === 0) this.end({ why: "time", loser: side });
    }, 100);
  }
}
