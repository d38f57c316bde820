// Splits a task into jobs for several workers, and makes one result of what they report: an analysis of every move into
// sets of moves, and a review into its positions.

import { objectiveOf } from "../game/objective";
import type { GameText, LineText, MoveReviewText, ReportText, Task } from "./messages";
import * as rules from "./rules";
import type { OnEvent, ThinkerEvent } from "./thinker";

/** A task in parts. */
export interface Jobs {
  /** One after the other, as workers become free. */
  tasks: Task[];
  /** Passes on what the jobs report as the events of the task. */
  collect: (onEvent: OnEvent) => Collector;
}

export interface Collector {
  add: (job: number, event: ThinkerEvent) => void;
  /** All jobs have ended. */
  end: () => void;
}

/** The jobs of a task for this many workers; one if the task cannot be split. */
export function splitTask(task: Task, workers: number): Jobs {
  if (task.ask === "review") return reviewJobs(task.game);
  const parts = task.ask === "analyse" ? splitAnalysis(task, workers) : [task];
  if (parts.length === 1) return { tasks: parts, collect: passOn };
  return { tasks: parts, collect: (onEvent) => new ReportMerger(parts.length, onEvent) };
}

function passOn(onEvent: OnEvent): Collector {
  return { add: (_, event) => onEvent(event), end: () => {} };
}

function splitAnalysis(task: Extract<Task, { ask: "analyse" }>, workers: number): Task[] {
  if (workers < 2) return [task];
  const { moves } = rules.look(task.position, task.objective);
  // Symmetric moves have the same score, so one worker gets all of them.
  const twins = [...new Set(moves.map(({ twin }) => twin))];
  const count = Math.min(workers, twins.length);
  // If not every move needs a score, the bad ones need only be refuted, and that takes the score of the best one.
  if (count < 2 || task.lines < moves.length) return [task];
  return Array.from({ length: count }, (_, part) => ({
    ...task,
    only: moves.filter(({ twin }) => twins.indexOf(twin) % count === part).map(({ square }) => square),
  }));
}

/** One job for each move of a game. */
function reviewJobs({ variant = "anti", start, moves = [] }: GameText): Jobs {
  const objective = objectiveOf(variant);
  const tasks: Task[] = [];
  let look = start === undefined ? rules.start(8, objective) : rules.look(`${start.board} ${start.side}`, objective);
  for (const move of moves) {
    if (look.must_pass) look = rules.play(look, "pass");
    if (move === "pass") continue;
    tasks.push({ ask: "review_move", position: look.position, objective, number: tasks.length + 1, played: move });
    look = rules.play(look, move);
  }
  return { tasks, collect: (onEvent) => new ReviewCollector(look.score, onEvent) };
}

/** Passes on the reviews of moves, and their summary at the end. */
class ReviewCollector implements Collector {
  private readonly moves: MoveReviewText[] = [];

  /** The final score for Black; null if the game is not over. */
  constructor(
    private readonly score: number | null,
    private readonly onEvent: OnEvent,
  ) {}

  add(_: number, event: ThinkerEvent): void {
    if (event.tell === "move_review") this.moves.push(event);
    this.onEvent(event);
  }

  end(): void {
    const moves = this.moves.sort((one, other) => one.number - other.number);
    this.onEvent(rules.summarize(moves, this.score));
  }
}

/** Merges the reports of the workers, and passes other events on. */
export class ReportMerger implements Collector {
  private readonly reports: ReportText[][];

  constructor(
    parts: number,
    private readonly onEvent: OnEvent,
  ) {
    this.reports = Array.from({ length: parts }, () => []);
  }

  add(part: number, event: ThinkerEvent): void {
    if (event.tell !== "report") return this.onEvent(event);
    this.reports[part]?.push(event);
    const whole = mergeReports(this.reports);
    if (whole !== null) this.onEvent({ tell: "report", ...whole });
  }

  end(): void {}
}

/** The merged report, from all reports of each worker; null until every worker has reported. */
export function mergeReports(reports: readonly (readonly ReportText[])[]): ReportText | null {
  const last = reports.flatMap((its) => its.at(-1) ?? []);
  if (last.length < reports.length) return null;
  // Moves are compared at the same depth, and proved outcomes only with proved outcomes.
  const isProved = last.every((it) => it.lines[0]?.wld);
  const depth = Math.min(...last.map((it) => it.depth));
  const parts = reports.flatMap((its) => its.findLast((it) => isProved || isExact(it) || isAt(it, depth)) ?? []);
  if (parts.length < reports.length) return null;
  const byScore = (one: LineText, other: LineText) => other.score - one.score;
  return {
    depth,
    selectivity: Math.max(...parts.map((it) => it.selectivity)),
    lines: parts.flatMap((it) => it.lines).sort(byScore),
    nodes: last.reduce((sum, it) => sum + it.nodes, 0),
    seconds: Math.max(...last.map((it) => it.seconds)),
  };
}

function isExact(report: ReportText): boolean {
  return report.lines[0]?.exact ?? false;
}

function isAt(report: ReportText, depth: number): boolean {
  return report.depth <= depth && !(report.lines[0]?.wld ?? false);
}
