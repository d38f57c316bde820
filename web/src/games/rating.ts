// The rating of a player, from games against the levels, whose ratings were measured. It is the usual Elo scale: 200 points
// more are expected to score three points of four. Level 1 has 1000 points.

import { LEVEL_RATINGS } from "../wane/messages";

/** A game against a level, as the rating sees it. */
export interface RatedGame {
  level: number;
  /** 1 for a win of the player, 0.5 for a draw, 0 for a loss. */
  score: number;
}

export interface Rating {
  points: number;
  /** The true rating lies between these with a probability of 90 %. */
  low: number;
  high: number;
  games: number;
}

/** Only the last games count: players get better. */
const MOST_GAMES = 60;

/** The possible ratings, all equally likely before the first game: a player may be weaker than level 1. */
const STEP = 10;
const [LOWEST, HIGHEST] = [ratingOfLevel(1) - 600, ratingOfLevel(LEVEL_RATINGS.length) + 600];
const POSSIBLE = Array.from({ length: Math.floor((HIGHEST - LOWEST) / STEP) + 1 }, (_, index) => LOWEST + STEP * index);

/** The logarithms of the chances of a win and of a loss. */
interface Chances {
  win: number;
  loss: number;
}

/** The chances against the levels that were asked for, for each possible rating. */
const known = new Map<number, readonly Chances[]>();

function chancesAgainst(level: number): readonly Chances[] {
  const found = known.get(level) ?? POSSIBLE.map((points) => chancesOf(expectedScore(points, level)));
  known.set(level, found);
  return found;
}

function chancesOf(expected: number): Chances {
  return { win: Math.log(expected), loss: Math.log(1 - expected) };
}

/** The share of the interval that is left out on each side. */
const TAIL = 0.05;

/** The level of the first game, and how far the next one may be from it. */
const [FIRST_LEVEL, MOST_STEPS] = [3, 2];

export function ratingOfLevel(level: number): number {
  return LEVEL_RATINGS[level - 1] ?? 0;
}

/** The rating after some games, the last one last; null before the first. */
export function rate(games: readonly RatedGame[]): Rating | null {
  const counted = games.slice(-MOST_GAMES);
  if (counted.length === 0) return null;
  const likely = likelihoods(counted);
  return { points: quantile(likely, 0.5), low: quantile(likely, TAIL), high: quantile(likely, 1 - TAIL), games: counted.length };
}

/** The level whose rating is nearest to a player's. */
export function fittingLevel(points: number): number {
  const distances = LEVEL_RATINGS.map((it) => Math.abs(it - points));
  return distances.indexOf(Math.min(...distances)) + 1;
}

/** The level for the next game: one that fits, but near to that of the last game, since few games say little. */
export function nextLevel(games: readonly RatedGame[]): number {
  const [rating, last] = [rate(games), games.at(-1)];
  if (rating === null || last === undefined) return FIRST_LEVEL;
  return Math.max(last.level - MOST_STEPS, Math.min(fittingLevel(rating.points), last.level + MOST_STEPS));
}

/** What a player of this rating is expected to score against a level. */
export function expectedScore(points: number, level: number): number {
  return 1 / (1 + 10 ** ((ratingOfLevel(level) - points) / 400));
}

/** The probability of every possible rating; the sum is 1. */
function likelihoods(games: readonly RatedGame[]): number[] {
  // For each level how often it was played, and the points that were won.
  const totals = new Map<number, { played: number; won: number }>();
  for (const { level, score } of games) {
    const { played, won } = totals.get(level) ?? { played: 0, won: 0 };
    totals.set(level, { played: played + 1, won: won + score });
  }
  const logs = POSSIBLE.map(() => 0);
  for (const [level, { played, won }] of totals) {
    for (const [index, { win, loss }] of chancesAgainst(level).entries()) {
      logs[index] = (logs[index] ?? 0) + won * win + (played - won) * loss;
    }
  }
  const most = Math.max(...logs);
  const weights = logs.map((it) => Math.exp(it - most));
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((it) => it / sum);
}

/** The rating that is not reached with this probability, between the steps. */
function quantile(likely: readonly number[], share: number): number {
  let below = 0;
  for (const [index, it] of likely.entries()) {
    if (below + it >= share) return Math.round(LOWEST + STEP * (index - 0.5 + (share - below) / it));
    below += it;
  }
  return HIGHEST;
}
