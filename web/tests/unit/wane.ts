// The engine without a browser, for tests that ask it.

import { readFileSync } from "node:fs";

import { answer, Engine, initSync } from "../../src/wane/glue/wane.js";
import type { Answer, Event, Query, Task } from "../../src/wane/messages";

const folder = new URL("../../public/engine/", import.meta.url);

/** Must have been called before anything else here, and before `src/wane/rules.ts` is asked. */
export function begin(): void {
  Object.assign(globalThis, { wane: { isStopped: () => false } });
  initSync({ module: readFileSync(new URL("wane.wasm", folder)) });
}

export function ask(query: Query): Answer {
  return JSON.parse(answer(JSON.stringify(query))) as Answer;
}

/** All that a task brings to light. */
export function think(task: Task): Event[] {
  const engine = new Engine(8, readFileSync(new URL("fewest.bin", folder)));
  const events: Event[] = [];
  engine.run(JSON.stringify(task), { hear: (text: string) => void events.push(JSON.parse(text) as Event) });
  engine.free();
  return events;
}
