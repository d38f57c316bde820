// Splits an analysis of every move among workers, each with some of the moves, and merges their reports.

import type { LineText, ReportText, Task } from "./messages";
import * as rules from "./rules";
import type { OnEvent, ThinkerEvent } from "./thinker";

/** Splits a task into at most `maxParts` parts; into one if it cannot be split. */
export function splitTask(task: Task, maxParts: number): Task[] {
  if (task.ask !== "analyse" || maxParts < 2) return [task];
  const { moves } = rules.look(task.position, task.objective);
  // Symmetric moves have the same score, so one worker gets all of them.
  const twins = [...new Set(moves.map(({ twin }) => twin))];
  const count = Math.min(maxParts, twins.length);
  // If not every move needs a score, the bad ones need only be refuted, and that takes the score of the best one.
  if (count < 2 || task.lines < moves.length) return [task];
  return Array.from({ length: count }, (_, part) => ({
    ...task,
    only: moves.filter(({ twin }) => twins.indexOf(twin) % count === part).map(({ square }) => square),
  }));
}

/** Merges the reports of the workers, and passes other events on. */
export class ReportMerger {
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
