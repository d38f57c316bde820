// The reasons why a move is worse than another, in the language of the page.

import type { Objective, Reason } from "../wane/messages";
import { words } from "./words";

export function reasonText(reason: Reason, you: string, opponent: string, objective: Objective): string {
  // The compiler does not see that the function takes this type of reason: both have the same code.
  const textOf = words().reasons[reason.code] as (...args: [Reason, string, string, Objective]) => string;
  return textOf(reason, you, opponent, objective);
}
