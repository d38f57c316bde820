// The graph of a reviewed game: the score for Black after each move, the loss of each move, and a cursor at the current
// position.

import { useSignal } from "@preact/signals";

import { signed } from "../view/marks";
import { words } from "../words/words";
import type { MoveReview } from "./review";

interface Props {
  /** How many moves the game has. */
  moves: number;
  /** By the number of the move. */
  reviews: ReadonlyMap<number, MoveReview>;
  /** The final score for Black. */
  end: number | null;
  /** The number of moves before the current position. */
  at: number;
  onGo: (moves: number) => void;
}

const WIDTH = 400;
const HEIGHT = 130;
/** Height of the part with the losses. */
const LOSSES = 56;
/** Height of the part with the numbers of the moves. */
const NUMBERS = 18;
const LEFT = 30;
const RIGHT = 6;

export function Graph({ moves, reviews, end, at, onGo }: Props) {
  const text = words().analyse;
  const points: { at: number; score: number }[] = [];
  for (let number = 1; number <= moves; number++) {
    const review = reviews.get(number);
    if (review !== undefined) points.push({ at: number - 1, score: review.blackScore });
  }
  if (end !== null) points.push({ at: moves, score: end });
  const maxScore = roundUp(Math.max(4, ...points.map((it) => Math.abs(it.score))));
  const maxLoss = roundUp(Math.max(4, ...[...reviews.values()].map((it) => it.details.loss)));
  const x = (move: number) => LEFT + ((WIDTH - LEFT - RIGHT) * move) / Math.max(1, moves);
  const y = (score: number) => HEIGHT / 2 - ((HEIGHT / 2 - 8) * score) / maxScore;
  const path = points.map((it, index) => `${index === 0 ? "M" : "L"}${x(it.at)} ${y(it.score)}`).join("");
  const first = points[0];
  const last = points[points.length - 1];
  const area =
    first && last ? `M${x(first.at)} ${y(0)}${path.replace("M", "L")}L${x(last.at)} ${y(0)}Z` : "";
  const barWidth = Math.max(2, (WIDTH - LEFT - RIGHT) / Math.max(1, moves) - 2);

  const hovered = useSignal<number | null>(null);
  const moveAt = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const inside = ((event.clientX - box.left) / box.width) * WIDTH - LEFT;
    return Math.min(moves, Math.max(0, Math.round((inside / (WIDTH - LEFT - RIGHT)) * moves)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -moves, End: moves };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onGo(Math.min(moves, Math.max(0, at + step)));
  };

  return (
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + LOSSES + NUMBERS}`}
      role="slider"
      tabIndex={0}
      aria-label={text.graph}
      aria-valuemin={0}
      aria-valuemax={moves}
      aria-valuenow={at}
      aria-valuetext={valueText(at, reviews)}
      onClick={(event) => onGo(moveAt(event))}
      onPointerMove={(event) => {
        hovered.value = moveAt(event);
      }}
      onPointerLeave={() => {
        hovered.value = null;
      }}
      onKeyDown={onKeyDown}
    >
      <g class="grid">
        {[maxScore, maxScore / 2, 0, -maxScore / 2, -maxScore].map((value) => (
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
        {[...reviews.values()].map(({ details }) => {
          const barHeight = (LOSSES - 16) * Math.min(1, details.loss / maxLoss);
          return (
            <rect
              key={details.number}
              class={details.side}
              x={x(details.number) - barWidth / 2}
              y={LOSSES - barHeight}
              width={barWidth}
              height={barHeight}
            >
              <title>{text.lost(details.number, details.played, details.loss)}</title>
            </rect>
          );
        })}
        <text x={LEFT - 6} y={20}>{maxLoss}</text>
        <line x1={LEFT} x2={WIDTH - RIGHT} y1={LOSSES - 0.5} y2={LOSSES - 0.5} />
      </g>
      <g class="numbers">
        {numbersUpTo(moves).map((number) => (
          <text key={number} x={x(number)} y={HEIGHT + LOSSES + 13}>
            {number}
          </text>
        ))}
      </g>
      <line class="cursor" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT + LOSSES} />
      {hovered.value !== null && <Hover move={hovered.value} x={x(hovered.value)} reviews={reviews} />}
    </svg>
  );
}

/** What the pointer is over: the move, the score after it, and what it lost. */
function Hover({ move, x, reviews }: { move: number; x: number; reviews: ReadonlyMap<number, MoveReview> }) {
  const played = reviews.get(move)?.details;
  const after = reviews.get(move + 1)?.blackScore;
  const lost = played !== undefined && played.loss > 0 ? ` −${played.loss.toFixed(1)}` : "";
  const text = `${move === 0 ? "" : `${move}. ${played?.played ?? ""} `}${after === undefined ? "" : signed(after, 1)}${lost}`;
  return (
    <g class="hover" data-testid="hover">
      <line x1={x} x2={x} y1={0} y2={HEIGHT + LOSSES} />
      <text x={Math.min(WIDTH - 60, Math.max(LEFT + 55, x))} y={12}>
        {text}
      </text>
    </g>
  );
}

/** Every tenth move, and the last one. */
function numbersUpTo(moves: number): number[] {
  const tens = Array.from({ length: Math.floor(moves / 10) }, (_, index) => 10 * (index + 1));
  return moves % 10 > 3 || tens.length === 0 ? [...tens, moves] : tens;
}

function valueText(at: number, reviews: ReadonlyMap<number, MoveReview>): string {
  const review = reviews.get(at + 1);
  const text = words().analyse;
  return review === undefined ? text.move(at) : text.moveScore(at, review.blackScore);
}

/** The next number that makes a good scale. */
function roundUp(value: number): number {
  return [4, 8, 16, 24, 32, 48, 64].find((it) => it >= value) ?? 64;
}
