import { expect, test, vi } from "vitest";

import { GameEngine } from "../../src/play/guests";
import type { Task } from "../../src/wane/messages";
import { ScriptedThinker } from "./thinker";

const POSITION = "---------------------------OX------XO--------------------------- X";

function choose(player: string): Task {
  return { ask: "choose", position: POSITION, objective: "fewest", player, within: { ms: 1 }, seed: 1 };
}

test("a guest chooses on the server, all else is for the page", async () => {
  const [page, server] = [new ScriptedThinker(), new ScriptedThinker()];
  const engine = new GameEngine(page, Promise.resolve({ guests: ["me"] }), server);
  engine.think(choose("3"), vi.fn());
  const onEvent = vi.fn();
  engine.think(choose("@me"), onEvent);
  await Promise.resolve();
  expect([page, server].map(({ requests }) => requests.length)).toEqual([1, 1]);
  server.last.send({ tell: "failed", problem: { code: "player-fault", detail: "it crashed" } });
  expect(onEvent).toHaveBeenCalledOnce();
});

test("a task that was cancelled before the server was found is not sent", async () => {
  const [page, server] = [new ScriptedThinker(), new ScriptedThinker()];
  const engine = new GameEngine(page, Promise.resolve({ guests: ["me"] }), server);
  engine.think(choose("@me"), vi.fn()).cancel();
  await Promise.resolve();
  expect(server.requests).toEqual([]);
});

test.each([
  ["there is no server", null],
  ["the server has other guests", { guests: ["you"] }],
])("a guest of an earlier visit is missed if %s", async (_, info) => {
  const engine = new GameEngine(new ScriptedThinker(), Promise.resolve(info), new ScriptedThinker());
  const onEvent = vi.fn();
  await engine.think(choose("@me"), onEvent).done;
  const problem = { code: "unknown-player", name: "me", agents: [] };
  expect(onEvent.mock.calls).toEqual([[{ tell: "failed", problem }]]);
});
