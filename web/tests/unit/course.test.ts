import { readFileSync } from "node:fs";

import { beforeAll, describe, expect, test } from "vitest";

import { CHAPTERS, ChapterTry } from "../../src/learn/course";
import { COURSE } from "../../src/learn/course-positions";
import { lookUp } from "../../src/learn/opening-book";
import { OpeningBook } from "../../src/wane/glue/rules.js";
import type { LineText, Look } from "../../src/wane/messages";
import * as rules from "../../src/wane/rules";
import { course as en } from "../../src/words/course/en";
import { course as ja } from "../../src/words/course/ja";
import { course as zh } from "../../src/words/course/zh";
import { ScriptedThinker } from "./thinker";
import { initialize, think } from "./wane";

// The claims of the course, one test each. The solver, the rules and the opening book prove them.

beforeAll(initialize);

const isCorner = (square: string) => /^[ah][18]$/.test(square);
const isEdge = (square: string) => /^[ah]|[18]$/.test(square);

function solve(look: Look): LineText[] {
  const events = think({ ask: "analyse", position: look.position, objective: "fewest", lines: 64, within: {} });
  return events.flatMap((event) => (event.tell === "report" ? [event.lines] : [])).at(-1) ?? [];
}

function book(): OpeningBook {
  return new OpeningBook(readFileSync(new URL("../../src/learn/openings.bin", import.meta.url)));
}

/** Both tasks of a chapter, with the right move, the others, and their positions. */
function tasksOf(name: (typeof CHAPTERS)[number]) {
  const chapter = COURSE.find((it) => it.name === name);
  if (chapter === undefined) throw new Error(`there is no chapter ${name}`);
  return chapter.tasks.map(({ position, good }) => {
    const look = rules.look(position, "fewest");
    const right = look.moves.filter((it) => good.includes(it.square));
    const others = look.moves.filter((it) => !good.includes(it.square));
    return { look, good, right, others, after: (square: string) => rules.play(look, square) };
  });
}

test("the chapters are in order, and all languages have them", () => {
  expect(COURSE.map((it) => it.name)).toEqual(CHAPTERS);
  for (const words of [en, zh, ja]) expect(Object.keys(words.chapters)).toEqual([...CHAPTERS]);
});

describe.each(CHAPTERS.filter((it) => it !== "opening"))("%s", (name) => {
  test("the right moves are those that win", () => {
    for (const { look, good } of tasksOf(name)) {
      const lines = solve(look);
      expect(lines.every((it) => it.exact)).toBe(true);
      expect(lines.filter((it) => it.score > 0).map((it) => it.move)).toEqual(good);
      expect(lines.length).toBeGreaterThan(good.length);
    }
  });
});

test("opening: the right answer is better than the others by half a disc at least", () => {
  const openings = book();
  for (const { look, good } of tasksOf("opening")) {
    const moves = lookUp(openings, look.position)?.moves ?? [];
    const scores = (isGood: boolean) => moves.filter((it) => good.includes(it.square) === isGood).map((it) => it.score);
    expect(Math.min(...scores(true))).toBeGreaterThan(Math.max(...scores(false)) + 0.5);
    expect(moves).toHaveLength(look.moves.length);
  }
});

test("opening: the best answer to the first move is more than two discs better than the worst, and the first moves are alike", () => {
  const openings = book();
  const [first] = tasksOf("opening");
  if (first === undefined) throw new Error("there is a task");
  const scores = lookUp(openings, first.look.position)?.moves.map((it) => it.score) ?? [];
  expect(Math.max(...scores) - Math.min(...scores)).toBeGreaterThan(2);
  const numbers = lookUp(openings, rules.start(8, "fewest").position)?.moves.map((it) => it.number);
  expect(numbers).toEqual([1, 1, 1, 1]);
});

test("opening: 67,245 positions after eight moves were searched", () => {
  // Two bytes for each position of all plies.
  const { length } = readFileSync(new URL("../../src/learn/openings.bin", import.meta.url));
  expect(length / 2 - (1 + 1 + 3 + 14 + 60 + 322 + 1773 + 10_649)).toBe(67_245);
});

test("choice: the right move leaves the fewest replies", () => {
  for (const { right, others, after } of tasksOf("choice")) {
    const replies = (squares: typeof right) => squares.map(({ square }) => after(square).moves.length);
    expect(Math.max(...replies(right))).toBeLessThan(Math.min(...replies(others)));
  }
});

test("inside: the right move is the only one that turns over no disc at another empty square", () => {
  for (const { look, right, others } of tasksOf("inside")) {
    const isQuiet = ({ square, flips }: (typeof right)[number]) => !flips.some((it) => touchesEmpty(look, it, square));
    expect(right.every(isQuiet)).toBe(true);
    expect(others.some(isQuiet)).toBe(false);
  }
});

/** Whether a square touches an empty one, except one. */
function touchesEmpty({ position, size }: Look, square: string, except: string): boolean {
  const [column, row] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
  return [-1, 0, 1].some((down) =>
    [-1, 0, 1].some((across) => {
      const [x, y] = [column + across, row + down];
      const isInside = x >= 0 && y >= 0 && x < size && y < size;
      const name = `${String.fromCharCode(97 + x)}${y + 1}`;
      return isInside && name !== except && position[y * size + x] === "-";
    }),
  );
}

test("edges: the right move is inside, and every move on the edge loses", () => {
  for (const { look, right, others } of tasksOf("edges")) {
    expect(right.some(({ square }) => isEdge(square))).toBe(false);
    const edge = others.filter(({ square }) => isEdge(square)).map((it) => it.square);
    expect(edge.length).toBeGreaterThanOrEqual(2);
    const lines = solve(look).filter((it) => edge.includes(it.move ?? ""));
    expect(lines.every((it) => it.score < 0)).toBe(true);
  }
});

test("corners: a corner can be taken and loses, and its disc can never be turned over", () => {
  for (const { look, right, others, after } of tasksOf("corners")) {
    expect(right.some(({ square }) => isCorner(square))).toBe(false);
    const corners = others.filter(({ square }) => isCorner(square));
    expect(corners.length).toBeGreaterThanOrEqual(1);
    const lines = solve(look);
    for (const { square } of corners) {
      expect(lines.find((it) => it.move === square)?.score).toBeLessThan(0);
      const { black, white } = rules.insight(after(square));
      expect([...black.stable, ...white.stable]).toContain(square);
    }
  }
});

test("forcing: only the right move leaves a corner as the only reply", () => {
  const leavesCorner = (next: Look) => next.moves.length === 1 && isCorner(next.moves[0]?.square ?? "");
  for (const { right, others, after } of tasksOf("forcing")) {
    expect(right.every(({ square }) => leavesCorner(after(square)))).toBe(true);
    expect(others.some(({ square }) => leavesCorner(after(square)))).toBe(false);
  }
});

test("passes: after the right move the player passes at least twice, and less often after any other", () => {
  for (const { look, good } of tasksOf("passes")) {
    const passes = ({ pv }: LineText) => {
      let [at, count] = [look, 0];
      for (const move of pv) {
        if (move === "pass" && at.side === look.side) count++;
        at = rules.play(at, move);
      }
      return count;
    };
    const lines = solve(look);
    const of = (isGood: boolean) => lines.filter((it) => good.includes(it.move ?? "") === isGood).map(passes);
    expect(Math.min(...of(true))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...of(false))).toBeLessThan(Math.min(...of(true)));
  }
});

test("counting: the right move turns over the most discs", () => {
  for (const { look, right, others } of tasksOf("counting")) {
    const flips = (moves: typeof right) => moves.map((it) => it.flips.length);
    expect(Math.min(...flips(right))).toBeGreaterThan(Math.max(...flips(others)));
    expect(look.size ** 2 - look.black - look.white).toBeLessThanOrEqual(8);
  }
});

test("what follows a move is played out, and a chapter is passed with its check", async () => {
  const chapter = COURSE.find((it) => it.name === "counting");
  if (chapter === undefined) throw new Error("there is no such chapter");
  const thinker = new ScriptedThinker();
  let isPassed = false;
  const attempt = new ChapterTry(
    chapter,
    thinker,
    () => {
      isPassed = true;
    },
    0,
  );
  const answer = async () => {
    thinker.last.send({ tell: "report", lines: solve(attempt.before.value) } as Parameters<typeof thinker.last.send>[0]);
    await thinker.last.end();
  };
  await answer();
  const wrong = attempt.before.value.moves.find((it) => !attempt.task.value.good.includes(it.square))?.square ?? "";
  attempt.try(wrong);
  expect(attempt.isRight.value).toBe(false);
  await expect.poll(() => attempt.look.value.score).not.toBeNull();
  attempt.again();
  expect(attempt.look.value.position).toBe(attempt.task.value.position);
  await answer();
  attempt.try(attempt.task.value.good[0] ?? "");
  expect(attempt.isRight.value).toBe(true);
  expect(isPassed).toBe(false);
  attempt.begin(1);
  attempt.try(attempt.task.value.good[0] ?? "");
  expect(isPassed).toBe(true);
  attempt.stop();
});
