// Overlays on the board of a study: stable discs, frontier, mobility, forcing moves.

import type { Look } from "../wane/messages";
import * as rules from "../wane/rules";
import { words } from "../words/words";

export const OVERLAYS = ["none", "stable", "frontier", "mobility", "forcing"] as const;

export type Overlay = (typeof OVERLAYS)[number];

/** The classes of the squares of an overlay. */
export function overlayClasses(look: Look, overlay: Overlay): ReadonlyMap<string, string> {
  const classes = new Map<string, string>();
  if (overlay === "none") return classes;
  const { black, white, forcing } = rules.insight(look);
  const add = (squares: readonly string[], name: string) => {
    for (const square of squares) classes.set(square, `${classes.get(square) ?? ""} ${name}`);
  };
  switch (overlay) {
    case "stable":
      add([...black.stable, ...white.stable], "stable");
      break;
    case "frontier":
      add([...black.frontier, ...white.frontier], "frontier");
      break;
    case "mobility":
      add(black.moves, "mobile black");
      add(white.moves, "mobile white");
      break;
    case "forcing":
      add(
        forcing.map(({ square }) => square),
        "forcing",
      );
      break;
  }
  return classes;
}

interface Props {
  look: Look;
  overlay: Overlay;
  onChoose: (overlay: Overlay) => void;
}

/** The choice of the overlay, and what it shows in words. */
export function OverlayChoice({ look, overlay, onChoose }: Props) {
  const text = words().overlays;
  return (
    <div class="overlays">
      <label class="inline">
        {text.label}
        <select
          value={overlay}
          onChange={({ currentTarget: { value } }) => {
            const chosen = OVERLAYS.find((it) => it === value);
            if (chosen !== undefined) onChoose(chosen);
          }}
        >
          {OVERLAYS.map((it) => (
            <option key={it} value={it}>
              {text.names[it]}
            </option>
          ))}
        </select>
      </label>
      {overlay !== "none" && <p class="faint">{describe(look, overlay)}</p>}
    </div>
  );
}

function describe(look: Look, overlay: Exclude<Overlay, "none">): string {
  const text = words().overlays;
  const { black, white, forcing } = rules.insight(look);
  switch (overlay) {
    case "stable":
      return text.stable(black.stable.length, white.stable.length);
    case "frontier":
      return text.frontier(black.frontier.length, white.frontier.length);
    case "mobility":
      return text.mobility(black.moves.length, white.moves.length);
    case "forcing":
      return text.forcing(forcing.map(({ square, reply }) => `${square}–${reply ?? words().analyse.pass}`).join(", "));
  }
}
