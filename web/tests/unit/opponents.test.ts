import { beforeAll, expect, test } from "vitest";

import { AGENTS, LEVELS } from "../../src/play/settings";
import type { Event } from "../../src/wane/messages";
import { begin, think } from "./wane";

beforeAll(() => begin());

/** The last event of a choice: a search may report before it. */
function choose(player: string): Event | undefined {
  const position = "-----OX--XO----- X";
  return think({ ask: "choose", position, objective: "fewest", player, within: { ms: 10 }, seed: 1 }).at(-1);
}

const LEVEL_NAMES = Array.from({ length: LEVELS }, (_, index) => String(index + 1));

test.each([...LEVEL_NAMES, ...AGENTS])("the engine knows the opponent %s", (player) => {
  expect(choose(player)).toMatchObject({ tell: "chosen" });
});

test.each(["0", String(LEVELS + 1), "nobody"])("the engine does not know the opponent %s", (player) => {
  const told = choose(player);
  expect(told).toMatchObject({ tell: "failed", problem: { code: "unknown-player", name: player } });
});

test("the page offers every agent that the engine has", () => {
  const told = choose("nobody");
  const problem = told?.tell === "failed" ? told.problem : null;
  const agents = problem?.code === "unknown-player" ? problem.agents : [];
  expect([...agents].sort()).toEqual([...AGENTS].sort());
});
