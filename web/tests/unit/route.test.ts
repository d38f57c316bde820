import { expect, test } from "vitest";

import { address, parse } from "../../src/view/route";

test.each([
  ["", { section: "play", part: "", query: "" }],
  ["#/play", { section: "play", part: "", query: "" }],
  ["#/learn/puzzles", { section: "learn", part: "puzzles", query: "" }],
  ["#/analyse?g=f5d6&at=1", { section: "analyse", part: "", query: "g=f5d6&at=1" }],
  ["#/elsewhere", { section: "play", part: "", query: "" }],
])("%j is parsed", (hash, route) => {
  expect(parse(hash)).toEqual(route);
});

test("an address is parsed to the same route", () => {
  expect(parse(address("learn", "lesson"))).toMatchObject({ section: "learn", part: "lesson" });
});
