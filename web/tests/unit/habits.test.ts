import { beforeAll, expect, test } from "vitest";

import type { KeptStudy } from "../../src/analyse/kept";
import { type Habit, habitsOf, lossByPhase, lossesOf, type OwnMove, phaseOf } from "../../src/games/habits";
import { outcomeOf, ratedGames } from "../../src/games/history";
import { ownMoves } from "../../src/games/reviews";
import type { Saved } from "../../src/play/saved";
import type { MoveReviewText } from "../../src/wane/messages";
import { initialize } from "./wane";

beforeAll(initialize);

/** A move with a known cost. */
function move(played: string, loss: number, { empties = 30, flips = 2, size = 8 } = {}): OwnMove {
  const review: MoveReviewText = {
    number: 1,
    side: "black",
    played,
    loss,
    severity: "good",
    values: [],
    depth: 12,
    score: 0,
    exact: false,
    wld: false,
    move: null,
    pv: [],
  };
  return { review, size, empties, flips };
}

const times = (count: number, made: OwnMove) => Array.from({ length: count }, () => made);

test("a habit costs the mean loss of its moves, and is counted per game", () => {
  // Ten games with three corners each, which cost 4 discs in two of three cases and 4.3 in the third.
  const corners = [...times(20, move("a1", 4)), ...times(10, move("h8", 4.3))];
  const others = [...times(100, move("d3", 0.2)), ...times(12, move("b2", 1)), ...times(15, move("b1", 0.5))];
  const found = habitsOf([...corners, ...others], 10);
  expect(found.map((it) => it.habit)).toEqual(["corner", "x-square", "c-square"]);
  expect(found[0]).toMatchObject({ moves: 30, perGame: 3 });
  expect(found[0]?.loss).toBeCloseTo(4.1);
  expect(found[1]).toMatchObject({ moves: 12, perGame: 1.2, loss: 1 });
});

test("a habit is shown from ten moves on", () => {
  expect(habitsOf(times(9, move("a1", 5)), 9)).toEqual([]);
  expect(habitsOf(times(10, move("a1", 5)), 9)).toHaveLength(1);
});

test.each<[string, number, Habit]>([
  ["a8", 8, "corner"],
  ["f6", 6, "corner"],
  ["g7", 8, "x-square"],
  ["h2", 8, "c-square"],
  ["e6", 6, "c-square"],
  ["d1", 8, "edge"],
])("%s on %i rows is a move of the kind %s", (played, size, habit) => {
  expect(habitsOf(times(10, move(played, 1, { size })), 10).map((it) => it.habit)).toEqual([habit]);
});

test("many turned discs are a habit of their own, wherever the move is", () => {
  const found = habitsOf([...times(10, move("d3", 2, { flips: 6 })), ...times(10, move("a1", 3, { flips: 8 }))], 10);
  expect(found.map(({ habit, moves }) => [habit, moves])).toEqual([
    ["corner", 10],
    ["many-flips", 20],
  ]);
  expect(found[1]?.loss).toBeCloseTo(2.5);
});

test("losses are counted for each phase", () => {
  const moves = [move("c4", 0.5, { empties: 60 }), move("d3", 1, { empties: 44 }), move("e3", 2, { empties: 19 })];
  const all = [...moves, move("f3", 4, { empties: 18 }), move("g3", 2, { empties: 1 })];
  expect(all.map(phaseOf)).toEqual(["opening", "middle", "middle", "end", "end"]);
  const losses = lossByPhase(all);
  expect(losses.get("opening")).toEqual({ moves: 1, loss: 0.5 });
  expect(losses.get("middle")).toEqual({ moves: 2, loss: 1.5 });
  expect(losses.get("end")).toEqual({ moves: 2, loss: 3 });
  expect(lossesOf(all).loss).toBeCloseTo(1.9);
});

const GAME: Saved = {
  id: "game",
  created: 1,
  changed: 1,
  settings: { size: 8, objective: "fewest", opponent: "3", colour: "X", minutes: 0, start: null },
  moves: ["c4", "c3", "d3"],
  clocks: { X: 0, O: 0 },
  ended: { why: "score", score: 4 },
  isAssisted: false,
};

/** A study whose reviewed line has these moves. */
function study(moves: readonly string[]): KeptStudy {
  return {
    id: "study",
    created: 1,
    changed: 1,
    objective: "fewest",
    start: `${"-".repeat(27)}OX------XO${"-".repeat(27)} X`,
    nodes: moves.map((played, parent) => ({ parent, move: played, comment: "" })),
    at: 0,
    names: { black: "", white: "" },
    learner: "X",
    game: "game",
    review: {
      end: moves.length,
      moves: moves.map((played, index) => ({ ...move(played, index + 1).review, number: index + 1 })),
      summary: {} as NonNullable<KeptStudy["review"]>["summary"],
    },
  };
}

test("the player's moves are those of one side, with what the rules say about them", () => {
  const found = ownMoves(GAME, study(GAME.moves));
  expect(found?.map(({ review, empties, flips }) => [review.played, review.loss, empties, flips])).toEqual([
    ["c4", 1, 60, 1],
    ["d3", 3, 58, 1],
  ]);
  const white = { ...GAME, settings: { ...GAME.settings, colour: "O" as const } };
  expect(ownMoves(white, study(GAME.moves))?.map(({ review }) => review.played)).toEqual(["c3"]);
});

test("the review of another line does not count", () => {
  expect(ownMoves(GAME, study(["c4", "c3"]))).toBeNull();
  expect(ownMoves(GAME, study(["c4", "e3", "f4"]))).toBeNull();
  expect(ownMoves(GAME, { ...study(GAME.moves), review: null })).toBeNull();
});

test("a game is rated if it was played whole against a level, without help", () => {
  const settings = GAME.settings;
  const unrated: Saved[] = [
    { ...GAME, isAssisted: true },
    { ...GAME, ended: null },
    { ...GAME, settings: { ...settings, opponent: "random" } },
    { ...GAME, settings: { ...settings, opponent: "friend" } },
    { ...GAME, settings: { ...settings, size: 6 } },
    { ...GAME, settings: { ...settings, objective: "most" } },
    { ...GAME, settings: { ...settings, start: "a position" } },
  ];
  const lost: Saved = { ...GAME, created: 2, ended: { why: "time", loser: "X" } };
  const drawn: Saved = { ...GAME, created: 0, ended: { why: "score", score: 0 } };
  expect(ratedGames([...unrated, lost, GAME, drawn]).map((it) => it.score)).toEqual([0.5, 1, 0]);
  expect(outcomeOf({ ...GAME, settings: { ...settings, colour: "O" } })).toBe("lost");
});
