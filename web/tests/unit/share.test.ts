import { expect, test } from "vitest";

import { fromQuery, type Shared, toQuery } from "../../src/game/share";

const GAME: Shared = { size: 8, objective: "fewest", position: null, moves: ["f5", "d6", "c3"], at: 2 };

test.each<[string, Shared]>([
  ["a reversed game on 8x8", GAME],
  ["a normal game", { ...GAME, objective: "most" }],
  ["a game on 6x6", { ...GAME, size: 6, moves: ["c2", "d2"] }],
  ["a position without moves", { ...GAME, size: 4, position: "-----OX--XO----- O", moves: [], at: 0 }],
  ["a game from another position", { ...GAME, size: 4, position: "-----OX--XO----- X", moves: ["b1"], at: 1 }],
])("%s is restored from its link", (_, shared) => {
  expect(fromQuery(toQuery(shared))).toEqual(shared);
});

test("a link keeps the old names of the objective", () => {
  expect(toQuery({ ...GAME, objective: "most" })).toBe("v=standard&g=f5d6c3&at=2");
  expect(fromQuery("v=standard&g=f5")?.objective).toBe("most");
  expect(fromQuery("v=anti&g=f5")?.objective).toBe("fewest");
});

test("a reversed game on 8x8 has a short link", () => {
  expect(toQuery(GAME)).toBe("g=f5d6c3&at=2");
});

test.each(["", "at=3", "s=8"])("%j has no game", (query) => {
  expect(fromQuery(query)).toBeNull();
});

test.each(["g=f5&s=5", "b=XO", "b=", "s=7&g=", "g=f5%20D6", "g=i9", "g=f5,c3"])("%j is damaged", (query) => {
  expect(() => fromQuery(query)).toThrow("bad-link");
});

test("a position number below the first one is the first one", () => {
  expect(fromQuery("g=f5d6c3&at=-4")?.at).toBe(0);
});

test("a link without a position number has null", () => {
  expect(fromQuery("g=f5")?.at).toBeNull();
});
