import { beforeAll, expect, test } from "vitest";

import { AGENTS, LEVELS } from "../../src/play/settings";
import { begin, think } from "./wane";

beforeAll(() => begin());

test("the page offers every opponent that the engine knows", () => {
  const position = "-----OX--XO----- X";
  const [told] = think({ ask: "choose", position, variant: "anti", player: "nobody", within: {}, seed: 1 });
  const text = told?.tell === "failed" ? told.text : "";
  const [, most, agents] = /a level from 1 to (\d+), or (.*)$/.exec(text) ?? [];
  expect(Number(most)).toBe(LEVELS);
  expect(agents?.split(", ").sort()).toEqual([...AGENTS].sort());
});
