// The engine in the page. It runs one task at a time and reports events; a new task cancels the one before.
//
// If a search can be stopped, several workers share an analysis of every move. If not, the page terminates the worker,
// and a spare one, ready since the start, replaces it; only the transposition table of the first one is lost.

import { EngineWorker, type FromWorker } from "./engine-worker";
import type { Task } from "./messages";
import { load, type Parts } from "./parts";
import type { PageProblem } from "./problem";
import { ReportMerger, splitTask } from "./split";
import type { OnEvent, RunningTask, Thinker } from "./thinker";

/** Each worker has a transposition table of its own. */
const MAX_WORKERS = EngineWorker.CAN_STOP ? Math.min(navigator.hardwareConcurrency || 1, 4) : 1;

/** Receives the messages about the current task. */
interface Listener {
  id: number;
  /** The workers of the task, one for each part of it. */
  workers: readonly EngineWorker[];
  onMessage: (part: number, message: FromWorker) => void;
  onFailure: (problem: PageProblem) => void;
}

export class Engine implements Thinker {
  /** The first worker runs every task; the others run parts of an analysis. */
  private workers: EngineWorker[] = [];
  private spare: EngineWorker | null = null;
  private listener: Listener | null = null;
  private lastId = 0;

  private constructor(private readonly parts: Parts) {}

  static async start(): Promise<Engine> {
    const engine = new Engine(await load());
    await engine.workerAt(0).ready();
    return engine;
  }

  think(task: Task, onEvent: OnEvent): RunningTask {
    this.cancel();
    const id = ++this.lastId;
    const parts = splitTask(task, MAX_WORKERS);
    const merger = parts.length > 1 ? new ReportMerger(parts.length, onEvent) : null;
    let [left, end] = [parts.length, () => {}];
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    const onMessage = (part: number, message: FromWorker) => {
      if (message.kind === "event") {
        if (merger === null) onEvent(message.event);
        else merger.add(part, message.event);
      } else if (--left === 0) {
        this.listener = null;
        end();
      }
    };
    const onFailure = (problem: PageProblem) => {
      onEvent({ tell: "failed", problem });
      end();
    };
    const workers = parts.map((_, index) => this.workerAt(index));
    this.listener = { id, workers, onMessage, onFailure };
    parts.forEach((part, index) => workers[index]?.run(id, part));
    if (!EngineWorker.CAN_STOP && this.spare === null) this.spare = this.createWorker();
    return {
      done,
      cancel: () => {
        if (this.listener?.id === id) this.cancel();
      },
    };
  }

  private cancel(): void {
    if (this.listener === null) return;
    this.listener = null;
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
    const worker: EngineWorker = new EngineWorker(this.parts, (message) => this.receive(worker, message));
    return worker;
  }

  private receive(worker: EngineWorker, message: FromWorker): void {
    const { listener } = this;
    if (message.kind === "broken") this.handleBroken(worker, message.problem);
    else if (listener !== null && "id" in message && message.id === listener.id) {
      listener.onMessage(listener.workers.indexOf(worker), message);
    }
  }

  /** A broken worker fails only the task that it has a part of. The next task gets another worker. */
  private handleBroken(worker: EngineWorker, problem: PageProblem): void {
    const { listener } = this;
    this.remove(worker);
    if (!listener?.workers.includes(worker)) return;
    this.cancel();
    listener.onFailure(problem);
  }

  private remove(worker: EngineWorker): void {
    worker.terminate();
    this.workers = this.workers.filter((it) => it !== worker);
    if (this.spare === worker) this.spare = null;
  }
}
