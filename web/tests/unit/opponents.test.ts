import { beforeAll, expect, test } from "vitest";

import { EXAMPLE } from "../../src/play/recipe-field";
import { AGENTS, LEVELS } from "../../src/play/settings";
import type { Event } from "../../src/wane/messages";
import { initialize, think } from "./wane";

beforeAll(() => initialize());

/** The last event of a choice: reports of the search may come before it. */
function choose(player: string): Event | undefined {
  const position = "-----OX--XO----- X";
  return think({ ask: "choose", position, objective: "fewest", player, within: { ms: 10 }, seed: 1 }).at(-1);
}

const LEVEL_NAMES = Array.from({ length: LEVELS }, (_, index) => String(index + 1));

test.each([...LEVEL_NAMES, ...AGENTS])("the engine knows the opponent %s", (player) => {
  expect(choose(player)).toMatchObject({ tell: "chosen" });
});

test.each(["0", String(LEVELS + 1), "unknown"])("the engine does not know the opponent %s", (player) => {
  const event = choose(player);
  expect(event).toMatchObject({ tell: "failed", problem: { code: "unknown-player", name: player } });
});

test("the page offers agents that the engine has, but not its variants for experiments", () => {
  const event = choose("unknown");
  const problem = event?.tell === "failed" ? event.problem : null;
  const agents = problem?.code === "unknown-player" ? problem.agents : [];
  const variants = ["random-invincible", "seed-001-literal", "seed-002-literal", "seed-004-literal"];
  expect([...agents].sort()).toEqual([...AGENTS, ...variants].sort());
});

test("a recipe is an opponent, and a wrong one is told where it is wrong", () => {
  expect(choose(EXAMPLE)).toMatchObject({ tell: "chosen" });
  expect(choose(EXAMPLE.replace("mobility", "mobilty"))).toMatchObject({
    tell: "failed",
    problem: { code: "recipe", line: 13, column: 1 },
  });
});
