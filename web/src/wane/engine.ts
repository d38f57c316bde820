// An engine in workers. It runs one task at a time and reports events; a new task cancels the one before.
//
// If a search can be stopped, several workers share a task. If not, the worker is terminated, and a spare one,
// ready since the start, replaces it; only the transposition table of the first one is lost.
//
// It takes tasks before its module has come, and is ready before its weights: until then it plays with the hand-made
// evaluation.

import { signal } from "@preact/signals-core";

import { objectiveOf } from "../game/objective";
import { EngineWorker, type FromWorker, type WorkerThread } from "./engine-worker";
import type { Objective, Task } from "./messages";
import { type PageProblem, problemOf } from "./problem";
import { type Collector, splitTask } from "./split";
import type { OnEvent, RunningTask, Thinker } from "./thinker";

/** How much of the device an engine uses. */
export interface EngineSize {
  /** Workers that share a task, each with a transposition table of its own. */
  workers: number;
  megabytes: number;
}

/** What an engine is made of, and how to get it here: in the page, in another page, or in Node. */
export interface EngineParts {
  /** The module of the engine. */
  loadEngine(): Promise<WebAssembly.Module>;
  /** Whether there are learned weights for an objective. */
  hasWeights(objective: Objective): boolean;
  loadWeights(objective: Objective): Promise<ArrayBuffer>;
  /** Starts a worker that runs worker.ts. */
  startWorker(): WorkerThread;
  /** Whether memory can be shared with workers, so that a search can be stopped. */
  readonly canShare: boolean;
}

/** The task that runs. */
interface Running {
  id: number;
  collector: Collector;
  /** The jobs that no worker has yet. */
  waiting: { job: number; task: Task }[];
  /** The workers of the task, with their jobs. */
  busy: Map<EngineWorker, number>;
  onEvent: OnEvent;
  end: () => void;
}

export class Engine implements Thinker {
  /** The first worker runs every task; the others run some of its jobs. */
  private workers: EngineWorker[] = [];
  private spare: EngineWorker | null = null;
  private running: Running | null = null;
  private lastId = 0;
  private readonly weights = new Map<Objective, ArrayBuffer>();

  /** The objectives whose weights have come. */
  readonly learned = signal<ReadonlySet<Objective>>(new Set());

  constructor(
    private readonly parts: EngineParts,
    private size: EngineSize,
  ) {}

  /** Starts the first worker before there is a task for it. */
  warmUp(): void {
    this.workerAt(0);
  }

  /** Gets the weights for an objective, unless they are here or there are none. */
  async learn(objective: Objective): Promise<void> {
    if (this.weights.has(objective) || !this.parts.hasWeights(objective)) return;
    // On a slow line the module comes first: without it there is no move at all.
    await this.parts.loadEngine();
    const bytes = await this.parts.loadWeights(objective);
    if (this.weights.has(objective)) return;
    this.weights.set(objective, bytes);
    for (const worker of [...this.workers, this.spare]) worker?.learn(bytes);
    this.learned.value = new Set(this.weights.keys());
  }

  /** Ends the task and all workers. */
  close(): void {
    this.configure(this.size);
  }

  /** Changes the number of workers or their tables. The next task gets new workers. */
  configure(size: EngineSize): void {
    this.cancel();
    this.size = size;
    for (const worker of [...this.workers, this.spare]) if (worker !== null) this.remove(worker);
  }

  think(task: Task, onEvent: OnEvent): RunningTask {
    this.cancel();
    const id = ++this.lastId;
    let end = () => {};
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.running = { id, collector: { add: () => {}, end: () => {} }, waiting: [], busy: new Map(), onEvent, end };
    const objective = objectiveIn(task);
    const isLearned = this.weights.has(objective);
    const learning = this.learn(objective);
    // A review is the same on every device, so it must have the weights. Other tasks do not wait for them.
    if (task.ask === "review" && !isLearned) {
      learning.then(
        () => this.begin(id, task),
        (error: unknown) => this.fail(id, problemOf(error)),
      );
    } else {
      learning.catch(() => {
        // The next task tries again.
      });
      this.begin(id, task);
    }
    return {
      done,
      cancel: () => {
        if (this.running?.id === id) this.cancel();
      },
    };
  }

  private begin(id: number, task: Task): void {
    const { running } = this;
    if (running?.id !== id) return;
    const count = this.parts.canShare ? this.size.workers : 1;
    const { tasks, collect } = splitTask(task, count);
    running.collector = collect(running.onEvent);
    running.waiting = tasks.map((it, job) => ({ job, task: it }));
    if (tasks.length === 0) return this.finish(running);
    for (let index = 0; index < Math.min(count, tasks.length); index++) this.giveJob(running, this.workerAt(index));
    if (!this.parts.canShare && this.spare === null) this.spare = this.createWorker();
  }

  /** Gives the next job to a free worker. */
  private giveJob(running: Running, worker: EngineWorker): void {
    const next = running.waiting.shift();
    if (next === undefined) running.busy.delete(worker);
    else {
      running.busy.set(worker, next.job);
      worker.run(running.id, next.task);
    }
    if (running.busy.size === 0) this.finish(running);
  }

  private finish({ collector, end }: Running): void {
    this.running = null;
    collector.end();
    end();
  }

  private fail(id: number, problem: PageProblem): void {
    const { running } = this;
    if (running?.id !== id) return;
    this.cancel();
    running.onEvent({ tell: "failed", problem });
    running.end();
  }

  private cancel(): void {
    if (this.running === null) return;
    this.running = null;
    for (const worker of this.workers) {
      if (!worker.stop(this.lastId)) this.remove(worker);
    }
  }

  private workerAt(index: number): EngineWorker {
    const worker = this.workers[index] ?? this.spare ?? this.createWorker();
    if (worker === this.spare) this.spare = null;
    this.workers[index] = worker;
    return worker;
  }

  private createWorker(): EngineWorker {
    const begin = { megabytes: this.size.megabytes, weights: [...this.weights.values()] };
    const worker: EngineWorker = new EngineWorker(this.parts, begin, (message) => this.receive(worker, message));
    this.parts.loadEngine().then(
      (module) => worker.load(module),
      (error: unknown) => this.handleBroken(worker, problemOf(error)),
    );
    return worker;
  }

  private receive(worker: EngineWorker, message: FromWorker): void {
    if (message.kind === "broken") return this.handleBroken(worker, message.problem);
    const { running } = this;
    const job = running?.busy.get(worker);
    if (running === null || job === undefined || !("id" in message) || message.id !== running.id) return;
    if (message.kind === "event") running.collector.add(job, message.event);
    else this.giveJob(running, worker);
  }

  /** A broken worker fails only the task that it has a part of. The next task gets another worker. */
  private handleBroken(worker: EngineWorker, problem: PageProblem): void {
    const { running } = this;
    this.remove(worker);
    if (running?.busy.has(worker)) this.fail(running.id, problem);
  }

  private remove(worker: EngineWorker): void {
    worker.terminate();
    this.workers = this.workers.filter((it) => it !== worker);
    if (this.spare === worker) this.spare = null;
  }
}

function objectiveIn(task: Task): Objective {
  return task.ask === "review" ? objectiveOf(task.game.variant ?? "anti") : task.objective;
}
