// A game in progress: the turn, the thinking engine, the clocks, and the end of the game.

import { computed, signal } from "@preact/signals";

import { passIfForced } from "../game/passes";
import { type Side, sideOf } from "../game/side";
import { type Node, Tree } from "../game/tree";
import type { OnEvent, RunningTask, Thinker } from "../wane/thinker";
import type { Look, ReportText, Task } from "../wane/messages";
import { type PageProblem, ProblemError } from "../wane/problem";
import * as rules from "../wane/rules";
import { newId } from "../store/database";
import { isGuest } from "./guests";
import type { Letter } from "./letter";
import type { Ending, Saved } from "./saved";
import { playable, type Settings } from "./settings";

/** How long the page shows a pass of the opponent before the game continues. */
const PASS_MS = 1400;

/** Thinking time of the opponent without a clock. */
const THINK_MS = 800;

/** That of a guest: the limit of the contest. */
const GUEST_MS = 5000;

/** The opponent replies no sooner than this, so that the player can see the flips of the move before. */
const MIN_REPLY_MS = 600;

/** Thinking time of a hint. */
const HINT_MS = 2000;

/** How much of a hint is shown. */
export type HintStep = "region" | "move" | "scores";

export class Session {
  readonly id: string;
  /** When the game began, in milliseconds since 1970. */
  readonly created: number;
  readonly settings: Settings;
  private readonly tree: Tree;
  private readonly changes = signal(0);
  /** Whether the player took back a move or asked for a hint. */
  private isAssisted = false;
  private readonly seed = Math.floor(Math.random() * 2 ** 31);
  private running: RunningTask | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private clockTimer: ReturnType<typeof setInterval> | null = null;

  /** The analysis that the player asked for. */
  readonly hint = signal<ReportText | null>(null);
  /** How much of it is shown. */
  readonly hintStep = signal<HintStep>("region");
  readonly isThinking = signal(false);
  readonly isHinting = signal(false);
  readonly ended = signal<Ending | null>(null);
  /** Why the last task of the engine failed. */
  readonly error = signal<PageProblem | null>(null);
  /** Milliseconds left. */
  readonly clocks = signal<Record<Side, number>>({ X: 0, O: 0 });

  readonly node = computed<Node>(() => {
    this.changes.value;
    return this.tree.current;
  });
  readonly look = computed<Look>(() => this.node.value.look);
  private readonly looksAt = signal<Node | null>(null);
  /** The position on the board: an earlier one that the player looks at, or that of the game. */
  readonly shown = computed<Node>(() => this.looksAt.value ?? this.node.value);
  readonly isLookingBack = computed(() => this.shown.value !== this.node.value);
  readonly path = computed<Node[]>(() => this.tree.path(this.node.value));

  /** Whether it is the turn of a person who has a legal move. */
  readonly isHumanTurn = computed(() => this.ended.value === null && this.canMoveAt(this.node.value));
  /** Whether that person also sees the position of the game. */
  readonly canPlay = computed(() => this.isHumanTurn.value && !this.isLookingBack.value);
  /** Whether it is the turn of a person who must pass. */
  readonly mustPass = computed(() => {
    const look = this.look.value;
    return this.ended.value === null && look.must_pass && this.isHuman(sideOf(look));
  });
  readonly canUndo = computed(() => {
    const isFinal = this.ended.value?.why === "time" || this.isByLink;
    return !isFinal && this.path.value.slice(0, -1).some((node) => this.canMoveAt(node));
  });
  readonly canRedo = computed(() => this.ended.value === null && this.node.value.children.length > 0);

  /** A paused game; `resume` starts the clock and the opponent. */
  constructor(
    settings: Settings,
    private readonly engine: Thinker,
    { id, created }: Pick<Saved, "id" | "created"> = { id: newId(), created: Date.now() },
  ) {
    const { size, objective, start, minutes } = settings;
    this.id = id;
    this.created = created;
    this.settings = playable(settings);
    this.tree = new Tree(start === null ? rules.start(size, objective) : rules.look(start, objective));
    this.clocks.value = { X: minutes * 60_000, O: minutes * 60_000 };
  }

  /** Restores a kept game. Throws if it is not valid. */
  static restore(saved: Saved, engine: Thinker): Session {
    const session = new Session(saved.settings, engine, saved);
    for (const move of saved.moves) session.tree.play(move, rules.play(session.tree.current.look, move));
    session.clocks.value = saved.clocks;
    session.ended.value = saved.ended;
    session.isAssisted = saved.isAssisted ?? false;
    session.changes.value++;
    return session;
  }

  /** The game as it is kept; signals tell when it changes, except for the clocks. */
  saved(): Saved {
    return {
      id: this.id,
      created: this.created,
      changed: Date.now(),
      settings: this.settings,
      moves: this.path.value.flatMap(({ move }) => move ?? []),
      clocks: this.clocks.peek(),
      ended: this.ended.value,
      isAssisted: this.isAssisted,
    };
  }

  /** Whether the opponent is a friend elsewhere, whose moves come in letters. */
  get isByLink(): boolean {
    return this.settings.opponent === "link";
  }

  /** The game for the friend elsewhere. */
  letter(): Letter {
    const { size, objective } = this.settings;
    const moves = this.path.value.flatMap(({ move }) => (move === null || move === "pass" ? [] : [move]));
    return { id: this.id, size, objective, moves, turn: sideOf(this.look.value) };
  }

  /** Adds the moves of a letter. Throws if one of them is not legal, or if it says another turn than the rules. */
  receive({ moves, turn }: Letter): void {
    this.cancelPending();
    const start = this.path.value[0] ?? this.tree.root;
    this.tree.go(start);
    for (const move of moves) {
      passIfForced(this.tree);
      this.tree.play(move, rules.play(this.tree.current.look, move));
    }
    if (sideOf(this.tree.current.look) !== turn) passIfForced(this.tree);
    if (sideOf(this.tree.current.look) !== turn) throw new ProblemError({ code: "bad-link" });
    this.positionChanged();
    this.proceed();
  }

  isHuman(side: Side): boolean {
    return this.settings.opponent === "friend" || side === this.settings.colour;
  }

  /** Plays a square, or a forced `pass`; false if the move is not legal. */
  play(move: string): boolean {
    if (this.isLookingBack.value) return false;
    const isLegal = this.isHumanTurn.value && this.look.value.moves.some((it) => it.square === move);
    const isPass = this.mustPass.value && move === "pass";
    if (isLegal || isPass) this.makeMove(move);
    return isLegal || isPass;
  }

  /** Takes back the last move of the player, and all moves after it. */
  undo(): void {
    if (!this.canUndo.value) return;
    this.isAssisted = true;
    this.cancelPending();
    do this.tree.back();
    while (!this.canMoveAt(this.tree.current));
    this.ended.value = null;
    this.positionChanged();
  }

  /** Plays the moves again that were taken back. */
  redo(): void {
    if (!this.canRedo.value) return;
    this.cancelPending();
    do this.tree.forward();
    while (this.tree.current.children.length > 0 && !this.canMoveAt(this.tree.current));
    this.positionChanged();
    this.proceed();
  }

  resign(): void {
    if (this.ended.value !== null) return;
    const loser = this.settings.opponent === "friend" ? sideOf(this.look.value) : this.settings.colour;
    this.end({ why: "resigned", loser });
  }

  /** Shows a position of the game, without taking back a move. */
  lookAt(node: Node): void {
    this.looksAt.value = node === this.node.value ? null : node;
  }

  /** Shows more of the hint: the region of the best move, the move, the score of every move. */
  askHint(): void {
    if (!this.canPlay.value || this.isByLink) return;
    if (this.hint.value !== null) {
      this.hintStep.value = this.hintStep.value === "region" ? "move" : "scores";
      return;
    }
    this.hintStep.value = "region";
    this.isAssisted = true;
    this.cancelPending();
    this.isHinting.value = true;
    const { position, objective } = this.look.value;
    const task = { ask: "analyse", position, objective, lines: 64, within: { ms: HINT_MS } } as const;
    this.running = this.run(task, (event) => {
      if (event.tell === "report") this.hint.value = event;
    });
    void this.running.done.then(() => {
      this.isHinting.value = false;
    });
  }

  /** Starts the clock, and the opponent if it is its turn. */
  resume(): void {
    if (this.settings.minutes > 0) this.startClock();
    this.proceed();
  }

  isClockRunning(): boolean {
    return this.clockTimer !== null && this.ended.peek() === null;
  }

  /** Stops the clock and the engine until the game is resumed. */
  pause(): void {
    this.cancelPending();
    if (this.clockTimer !== null) clearInterval(this.clockTimer);
    this.clockTimer = null;
  }

  private makeMove(move: string): void {
    const look = this.look.value;
    this.cancelPending();
    this.tree.play(move, rules.play(look, move));
    this.positionChanged();
    this.proceed();
  }

  private positionChanged(): void {
    this.looksAt.value = null;
    this.hint.value = null;
    this.error.value = null;
    this.changes.value++;
  }

  /** Cancels the running task and the scheduled move. */
  private cancelPending(): void {
    this.running?.cancel();
    this.running = null;
    this.isThinking.value = false;
    this.isHinting.value = false;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Ends a finished game, or starts the turn of the opponent. */
  private proceed(): void {
    const look = this.look.value;
    if (this.ended.value !== null) return;
    if (look.score !== null) this.end({ why: "score", score: look.score });
    else if (this.isHuman(sideOf(look))) return;
    else if (look.must_pass) this.playLater(PASS_MS, "pass");
    else if (!this.isByLink) this.think(look);
  }

  private think(look: Look): void {
    this.isThinking.value = true;
    const begun = performance.now();
    const { position, objective } = look;
    const left = this.clocks.value[sideOf(look)];
    const free = isGuest(this.settings.opponent) ? GUEST_MS : THINK_MS;
    const ms = this.settings.minutes > 0 ? Math.max(50, Math.min(3000, left / 40)) : free;
    const task = {
      ask: "choose",
      position,
      objective,
      player: this.settings.opponent,
      within: { ms: Math.round(ms) },
      seed: this.seed,
    } as const;
    let chosen: string | null = null;
    this.running = this.run(task, (event) => {
      if (event.tell === "chosen") chosen = event.move;
    });
    void this.running.done.then(() => {
      this.running = null;
      if (chosen === null) this.isThinking.value = false;
      else this.playLater(MIN_REPLY_MS - (performance.now() - begun), chosen);
    });
  }

  /** Runs a task on the engine. A failure is shown until the next task or the next position. */
  private run(task: Task, onEvent: OnEvent): RunningTask {
    this.error.value = null;
    return this.engine.think(task, (event) => {
      if (event.tell === "failed") this.error.value = event.problem;
      else onEvent(event);
    });
  }

  private playLater(ms: number, move: string): void {
    this.timer = setTimeout(() => this.makeMove(move), Math.max(0, ms));
  }

  private canMoveAt({ look }: Node): boolean {
    return look.score === null && !look.must_pass && this.isHuman(sideOf(look));
  }

  private end(ending: Ending): void {
    this.cancelPending();
    this.ended.value = ending;
  }

  private startClock(): void {
    let last = performance.now();
    this.clockTimer ??= setInterval(() => {
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
