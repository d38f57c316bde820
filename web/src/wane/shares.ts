// An analysis of every move, shared among workers: each has some of the moves, and what they report is put together
// again.

import type { LineText, ReportText, Task } from "./messages";
import * as rules from "./rules";
import type { Heard, Told } from "./thinker";

/** A task in up to so many parts; in one if it cannot be shared. */
export function sharesOf(task: Task, most: number): Task[] {
  if (task.ask !== "analyse" || most < 2) return [task];
  const { moves } = rules.look(task.position, task.objective);
  // Moves that are symmetric in the position have one value, so one worker has all of them.
  const twins = [...new Set(moves.map(({ twin }) => twin))];
  const count = Math.min(most, twins.length);
  // Where not every move is to have a value, the bad ones need only be refuted, which takes the best one's value.
  if (count < 2 || task.lines < moves.length) return [task];
  return Array.from({ length: count }, (_, share) => ({
    ...task,
    only: moves.filter(({ twin }) => twins.indexOf(twin) % count === share).map(({ square }) => square),
  }));
}

/** Puts together what the workers tell. */
export class Merged {
  private readonly reports: ReportText[][];

  constructor(
    shares: number,
    private readonly heard: Heard,
  ) {
    this.reports = Array.from({ length: shares }, () => []);
  }

  hear(share: number, event: Told): void {
    if (event.tell !== "report") return this.heard(event);
    this.reports[share]?.push(event);
    const whole = merged(this.reports);
    if (whole !== null) this.heard({ tell: "report", ...whole });
  }
}

/** What all workers have said, from what each has said so far; nothing before all have spoken. */
export function merged(reports: readonly (readonly ReportText[])[]): ReportText | null {
  const last = reports.flatMap((its) => its.at(-1) ?? []);
  if (last.length < reports.length) return null;
  // Moves are compared at the same depth, and proofs of who wins only with other proofs.
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
