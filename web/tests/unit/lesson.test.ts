// The solver proves every claim of the lesson.

import { beforeAll, expect, test } from "vitest";

import { type Step, STEPS } from "../../src/learn/lesson";
import type { LineText, Look } from "../../src/wane/messages";
import * as rules from "../../src/wane/rules";
import { initialize, think } from "./wane";

beforeAll(initialize);

const CORNERS = { 4: ["a1", "d1", "a4", "d4"], 6: ["a1", "f1", "a6", "f6"], 8: ["a1", "h1", "a8", "h8"] };

/** The exact score of every move of a step. */
function solve({ position }: Step): LineText[] {
  const events = think({ ask: "analyse", position, objective: "fewest", lines: 64, within: {} });
  const last = events.findLast((it) => it.tell === "report");
  if (last?.tell !== "report") throw new Error("the engine sent no report");
  expect(last.lines.every((it) => it.exact)).toBe(true);
  return last.lines;
}

function step(name: Step["name"]): { step: Step; look: Look; good: string } {
  const found = STEPS.find((it) => it.name === name);
  const good = found?.good[0];
  if (found === undefined || good === undefined) throw new Error(`no step ${name}`);
  return { step: found, look: rules.look(found.position, "fewest"), good };
}

function corners(look: Look): readonly string[] {
  return CORNERS[look.size as keyof typeof CORNERS];
}

test.each(STEPS.map((it) => [it.name, it] as const))("%s: only the good moves win", (_, it) => {
  const lines = solve(it);
  expect(lines.length).toBeGreaterThan(1);
  const winning = lines.filter((line) => line.score > 0).map((line) => line.move);
  expect(winning.sort()).toEqual([...it.good].sort());
  expect(rules.look(it.position, "fewest").side).toBe("black");
});

test("corner: the only bad move is the corner", () => {
  const { step: it, look } = step("corner");
  const bad = look.moves.map((move) => move.square).filter((square) => !it.good.includes(square));
  expect(bad).toHaveLength(1);
  expect(corners(look)).toContain(bad[0]);
});

test("edge: the bad moves are on the edge and the good one is not", () => {
  const { step: it, look } = step("edge");
  const ends = ["a", "1", String.fromCharCode(96 + look.size), String(look.size)];
  const isEdge = (square: string) => [...square].some((it) => ends.includes(it));
  for (const { square } of look.moves) expect(isEdge(square), square).toBe(!it.good.includes(square));
});

test("squeeze: after the good move White has only a corner, after the others more", () => {
  const { look } = step("squeeze");
  for (const { square } of look.moves) {
    const replies = rules.play(look, square).moves.map((it) => it.square);
    const isSqueezed = replies.length === 1 && corners(look).includes(replies[0] ?? "");
    expect(isSqueezed, square).toBe(square === step("squeeze").good);
  }
});

test("greed: the move with the fewest flips loses and the good one has the most", () => {
  const { look, good } = step("greed");
  const flips = (square: string) => look.moves.find((it) => it.square === square)?.flips.length ?? 0;
  const all = look.moves.map((it) => it.flips.length);
  expect(flips(good)).toBe(Math.max(...all));
  expect(Math.min(...all)).toBeLessThan(flips(good));
});

test("pass: in the best line after the good move Black passes", () => {
  const { step: it, good } = step("pass");
  expect(solve(it).find((line) => line.move === good)?.pv).toContain("pass");
});
