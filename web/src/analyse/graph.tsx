// What a game was worth to Black from move to move, and what each move has lost, with a cursor at the position on
// the board.

import { signed } from "../view/marks";
import { words } from "../words/words";
import type { Found } from "./study";

interface Props {
  /** How many moves the game has. */
  moves: number;
  found: ReadonlyMap<number, Found>;
  /** What the end is worth to Black. */
  end: number | null;
  /** How many moves were made before the position on the board. */
  at: number;
  onGo: (moves: number) => void;
}

const WIDTH = 400;
const HEIGHT = 130;
const LOSSES = 56;
const LEFT = 30;
const RIGHT = 6;

export function Graph({ moves, found, end, at, onGo }: Props) {
  const text = words().analyse;
  const points: { at: number; black: number }[] = [];
  for (let number = 1; number <= moves; number++) {
    const known = found.get(number);
    if (known !== undefined) points.push({ at: number - 1, black: known.black });
  }
  if (end !== null) points.push({ at: moves, black: end });
  const most = scale(Math.max(4, ...points.map((it) => Math.abs(it.black))));
  const mostLost = scale(Math.max(4, ...[...found.values()].map((it) => it.judged.loss)));
  const x = (move: number) => LEFT + ((WIDTH - LEFT - RIGHT) * move) / Math.max(1, moves);
  const y = (black: number) => HEIGHT / 2 - ((HEIGHT / 2 - 8) * black) / most;
  const path = points.map((it, index) => `${index === 0 ? "M" : "L"}${x(it.at)} ${y(it.black)}`).join("");
  const first = points[0];
  const last = points[points.length - 1];
  const area =
    first && last ? `M${x(first.at)} ${y(0)}${path.replace("M", "L")}L${x(last.at)} ${y(0)}Z` : "";
  const wide = Math.max(2, (WIDTH - LEFT - RIGHT) / Math.max(1, moves) - 2);

  const click = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH - LEFT;
    onGo(Math.min(moves, Math.max(0, Math.round((share / (WIDTH - LEFT - RIGHT)) * moves))));
  };
  const key = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -moves, End: moves };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onGo(Math.min(moves, Math.max(0, at + step)));
  };

  return (
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + LOSSES}`}
      role="slider"
      tabIndex={0}
      aria-label={text.graph}
      aria-valuemin={0}
      aria-valuemax={moves}
      aria-valuenow={at}
      aria-valuetext={valueText(at, found)}
      onClick={click}
      onKeyDown={key}
    >
      <g class="grid">
        {[most, most / 2, 0, -most / 2, -most].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} class={value === 0 ? "zero" : ""} />
            <text x={LEFT - 6} y={y(value) + 4}>
              {signed(value)}
            </text>
          </g>
        ))}
      </g>
      <path class="area" d={area} />
      <path class="value" d={path} />
      <g class="losses" transform={`translate(0 ${HEIGHT})`}>
        {[...found.values()].map(({ judged }) => {
          const high = (LOSSES - 16) * Math.min(1, judged.loss / mostLost);
          return (
            <rect
              key={judged.number}
              class={judged.side}
              x={x(judged.number) - wide / 2}
              y={LOSSES - high}
              width={wide}
              height={high}
            >
              <title>{text.lost(judged.number, judged.played, judged.loss)}</title>
            </rect>
          );
        })}
        <text x={LEFT - 6} y={20}>{mostLost}</text>
        <line x1={LEFT} x2={WIDTH - RIGHT} y1={LOSSES - 0.5} y2={LOSSES - 0.5} />
      </g>
      <line class="cursor" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT + LOSSES} />
    </svg>
  );
}

function valueText(at: number, found: ReadonlyMap<number, Found>): string {
  const known = found.get(at + 1);
  const text = words().analyse;
  return known === undefined ? text.move(at) : text.moveWorth(at, known.black);
}

/** The next round number. */
function scale(most: number): number {
  return [4, 8, 16, 24, 32, 48, 64].find((it) => it >= most) ?? 64;
}
