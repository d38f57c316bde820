// Who plays, how many discs each side has, and what has just happened.

import type { Node } from "../game/tree";
import { type Side, sideOf } from "../game/side";
import type { Look } from "../wane/messages";
import { words } from "../words/words";
import { flipsBetween } from "./marks";

interface PlayerProps {
  side: Side;
  look: Look;
  /** Who plays this side, if that is known. */
  name: string;
  /** What is left of the time, as text. */
  clock: string | null;
}

/** A side: its colour, who plays it, its clock and its discs. */
export function Player({ side, look, name, clock }: PlayerProps) {
  const isTurn = look.score === null && sideOf(look) === side;
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
      <Player side="X" look={look} name={names.black} clock={null} />
      <Player side="O" look={look} name={names.white} clock={null} />
    </div>
  );
}

/** Says to a screen reader what has changed. */
export function Live({ text }: { text: string }) {
  return (
    <div class="sr-only" role="status" data-testid="live">
      {text}
    </div>
  );
}

/** The move that led to a position, in a sentence. */
export function announce(node: Node): string {
  if (node.parent === null || node.move === null) return "";
  const side = words().side[sideOf(node.parent.look)];
  if (node.move === "pass") return words().status.passed(side);
  return words().status.played(side, node.move, flipsBetween(node).length);
}
