import { beforeAll, expect, test } from "vitest";

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

test("the page offers every agent that the engine has", () => {
  const event = choose("unknown");
  const problem = event?.tell === "failed" ? event.problem : null;
  const agents = problem?.code === "unknown-player" ? problem.agents : [];
  expect([...agents].sort()).toEqual([...AGENTS].sort());
});
