import { expect, test } from "vitest";

import { address, parse } from "../../src/view/route";

test.each([
  ["", { room: "play", part: "", query: "" }],
  ["#/play", { room: "play", part: "", query: "" }],
  ["#/learn/puzzles", { room: "learn", part: "puzzles", query: "" }],
  ["#/analyse?g=f5d6&at=1", { room: "analyse", part: "", query: "g=f5d6&at=1" }],
  ["#/elsewhere", { room: "play", part: "", query: "" }],
])("%j is found", (hash, place) => {
  expect(parse(hash)).toEqual(place);
});

test("an address is found again", () => {
  expect(parse(address("learn", "lesson"))).toMatchObject({ room: "learn", part: "lesson" });
});
