// Passes, which are never a choice.

import * as rules from "../wane/rules";
import type { Tree } from "./tree";

/** Plays a pass if it is forced. */
export function passIfForced(tree: Tree): void {
  const { look } = tree.current;
  if (look.must_pass) tree.play("pass", rules.play(look, "pass"));
}
