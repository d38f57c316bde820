// A whole game in a link: the objective, the first position if it is not the start position, and the moves.
//
//   #/analyse?g=f5d6c3&at=3          a reversed game on 8x8
//   #/analyse?s=6&v=standard&g=…     on 6x6, with the most discs winning
//   #/analyse?b=BOARD&t=O&g=…        from another position, White to move

import type { Objective } from "../wane/messages";
import { ProblemError } from "../wane/problem";
import { objectiveOf, variantOf } from "./objective";

export interface Shared {
  size: number;
  objective: Objective;
  /** Squares and side, if the game does not begin with the start position. */
  position: string | null;
  /** Moves without passes. */
  moves: string[];
  /** The position to show, as a number of moves and passes. */
  at: number | null;
}

const SIZES = [4, 6, 8];

export function toQuery(shared: Shared): string {
  const query = new URLSearchParams();
  if (shared.size !== 8) query.set("s", String(shared.size));
  if (shared.objective !== "fewest") query.set("v", variantOf(shared.objective));
  if (shared.position !== null) {
    const [squares = "", side = "X"] = shared.position.split(" ");
    query.set("b", squares);
    if (side !== "X") query.set("t", side);
  }
  query.set("g", shared.moves.join(""));
  if (shared.at !== null) query.set("at", String(shared.at));
  return query.toString();
}

/** The game of a link, or null if there is none. Throws if it is damaged, but does not check whether moves are legal. */
export function fromQuery(text: string): Shared | null {
  const query = new URLSearchParams(text);
  const game = query.get("g");
  const squares = query.get("b");
  if (game === null && squares === null) return null;
  const size = Number(squares === null ? (query.get("s") ?? 8) : Math.sqrt(squares.length));
  if (!SIZES.includes(size) || !/^([a-h][1-8])*$/.test(game ?? "")) throw new ProblemError({ code: "bad-link" });
  const at = Number.parseInt(query.get("at") ?? "", 10);
  return {
    size,
    objective: objectiveOf(query.get("v") === "standard" ? "standard" : "anti"),
    position: squares === null ? null : `${squares} ${query.get("t") === "O" ? "O" : "X"}`,
    moves: game?.match(/[a-h][1-8]/g) ?? [],
    at: Number.isNaN(at) ? null : Math.max(0, at),
  };
}
