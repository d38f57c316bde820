// The engine without a browser, for tests.

import { readFileSync } from "node:fs";

import { answer, initSync as initRules } from "../../src/wane/glue/rules.js";
import { Engine, initSync as initEngine } from "../../src/wane/glue/wane.js";
import type { Answer, Event, Query, Task } from "../../src/wane/messages";

const folder = new URL("../../public/engine/", import.meta.url);

/** Loads the modules. Every other function here and in `src/wane/rules.ts` needs it. */
export function initialize(): void {
  Object.assign(globalThis, { wane: { isStopped: () => false } });
  initRules({ module: readFileSync(new URL("rules.wasm", folder)) });
  initEngine({ module: readFileSync(new URL("wane.wasm", folder)) });
}

export function ask(query: Query): Answer {
  return JSON.parse(answer(JSON.stringify(query))) as Answer;
}

/** Runs a task, and returns its events. */
export function think(task: Task): Event[] {
  const engine = new Engine(8);
  engine.learn(readFileSync(new URL("fewest.bin", folder)));
  const events: Event[] = [];
  engine.run(JSON.stringify(task), { hear: (text: string) => void events.push(JSON.parse(text) as Event) });
  engine.free();
  return events;
}
