import { expect, test } from "vitest";

import { expectedScore, nextLevel, rate, type RatedGame, ratingOfLevel } from "../../src/games/rating";
import { random } from "./random";

/** Games of a player who is as strong as a level, each against the level that the page chooses. */
function simulate(level: number, games: number, next: () => number): RatedGame[] {
  const played: RatedGame[] = [];
  for (let game = 0; game < games; game++) {
    const against = nextLevel(played);
    played.push({ level: against, score: next() < expectedScore(ratingOfLevel(level), against) ? 1 : 0 });
  }
  return played;
}

/** How 500 players of random levels are rated after some games. */
function rateMany(games: number, seed: number): { inside: number; medianError: number } {
  const next = random(seed);
  const players = Array.from({ length: 500 }, () => {
    const level = 1 + Math.floor(20 * next());
    const rating = rate(simulate(level, games, next));
    const truth = ratingOfLevel(level);
    if (rating === null) throw new Error("there is a game");
    return { isInside: rating.low <= truth && truth <= rating.high, error: Math.abs(rating.points - truth) };
  });
  const errors = players.map(({ error }) => error).sort((one, other) => one - other);
  return { inside: players.filter(({ isInside }) => isInside).length / 500, medianError: errors[250] ?? 0 };
}

test("after 20 games the interval has the true rating in 85 to 95 % of 500 players, and the median error is below 100", () => {
  for (const seed of [1, 2, 3]) {
    const { inside, medianError } = rateMany(20, seed);
    expect(inside).toBeGreaterThanOrEqual(0.85);
    expect(inside).toBeLessThanOrEqual(0.95);
    expect(medianError).toBeLessThan(100);
  }
});

test("more games make the rating more certain", () => {
  expect(rateMany(50, 4).medianError).toBeLessThan(rateMany(10, 4).medianError);
});

test("without a game there is no rating, and the first opponent is an easy one", () => {
  expect(rate([])).toBeNull();
  expect(nextLevel([])).toBe(3);
});

test("the interval has the rating in it, and a win raises both", () => {
  const before = rate([{ level: 5, score: 0 }, { level: 5, score: 1 }]);
  const after = rate([{ level: 5, score: 0 }, { level: 5, score: 1 }, { level: 5, score: 1 }]);
  if (before === null || after === null) throw new Error("there are games");
  expect(before.low).toBeLessThan(before.points);
  expect(before.points).toBeLessThan(before.high);
  expect(after.points).toBeGreaterThan(before.points);
  expect(after.low).toBeGreaterThan(before.low);
});

test("the opponent follows the results, in small steps", () => {
  expect(nextLevel([{ level: 3, score: 1 }])).toBe(5);
  expect(nextLevel([{ level: 3, score: 0 }])).toBeLessThan(3);
  expect(nextLevel([{ level: 20, score: 1 }])).toBe(20);
});

test("only the last games count", () => {
  const lost = Array.from({ length: 100 }, () => ({ level: 10, score: 0 }));
  const won = Array.from({ length: 60 }, () => ({ level: 10, score: 1 }));
  expect(rate([...lost, ...won])).toEqual(rate(won));
});
