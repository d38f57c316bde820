// The players, their disc counts, and announcements of moves.

import type { Node } from "../game/tree";
import { type Side, sideOf } from "../game/side";
import type { Look } from "../wane/messages";
import { words } from "../words/words";
import { flipsBetween } from "./marks";

interface PlayerProps {
  side: Side;
  look: Look;
  /** The name of the player, if it is known. */
  name: string;
  /** The remaining time as text. */
  clock: string | null;
  /** Whether the game is over for another reason than the position. */
  isOver: boolean;
}

/** One side: its colour, player, clock and number of discs. */
export function Player({ side, look, name, clock, isOver }: PlayerProps) {
  const isTurn = !isOver && look.score === null && sideOf(look) === side;
  const discs = side === "X" ? look.black : look.white;
  return (
    <div class={`player ${isTurn ? "turn" : ""}`}>
      <span class={`disc small ${side === "X" ? "black" : "white"}`} aria-hidden="true" />
      <span class="side">{words().side[side]}</span>
      <span class="name">{name}</span>
      {clock !== null && (
        <span class="clock" role="timer" aria-live="off">
          {clock}
        </span>
      )}
      <b class="discs" aria-hidden="true">
        {discs}
      </b>
      <span class="sr-only">{words().status.discs(discs)}</span>
    </div>
  );
}

/** Both sides in one line. */
export function Count({ look, names }: { look: Look; names: { black: string; white: string } }) {
  return (
    <div class="counts">
      <Player side="X" look={look} name={names.black} clock={null} isOver={false} />
      <Player side="O" look={look} name={names.white} clock={null} isOver={false} />
    </div>
  );
}

/** A live region for screen readers. */
export function Live({ text }: { text: string }) {
  return (
    <div class="sr-only" role="status" data-testid="live">
      {text}
    </div>
  );
}

/** The last move in a sentence. */
export function announce(node: Node): string {
  if (node.parent === null || node.move === null) return "";
  const side = words().side[sideOf(node.parent.look)];
  if (node.move === "pass") return words().status.passed(side);
  return words().status.played(side, node.move, flipsBetween(node).length);
}
