// A demonstration of three seconds: the last move of a game on 4x4, the count, and who wins.

import { useEffect, useState } from "preact/hooks";

import { words } from "../words/words";

/** White plays the last square, and six discs turn white: Black is left with one, and wins. */
const BEFORE = "OXX-XOXXOXOXOOOO";
const AFTER = "OOOOXOOOOOOOOOOO";

/** When the move, the count and the winner appear, in milliseconds. */
const TIMES = [900, 1900, 2900];

/** The discs of a colour. */
function count(board: string, disc: string): number {
  return [...board].filter((it) => it === disc).length;
}

export function Demo() {
  const text = words().welcome;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const [step, setStep] = useState(isStill ? TIMES.length : 0);
  useEffect(() => {
    if (isStill) return undefined;
    const timers = TIMES.map((ms, index) => setTimeout(() => setStep(index + 1), ms));
    return () => timers.forEach((it) => clearTimeout(it));
  }, [isStill]);
  const board = step === 0 ? BEFORE : AFTER;
  return (
    <div class="demo" role="img" aria-label={text.demo(count(AFTER, "X"), count(AFTER, "O"))}>
      <div class="demo-board" aria-hidden="true">
        {[...board].map((disc, index) => (
          // The squares never change places.
          <span key={index}>{disc !== "-" && <i class={`disc ${disc === "X" ? "black" : "white"}`} />}</span>
        ))}
      </div>
      <div class="demo-count" aria-hidden="true">
        <Side disc="black" number={step >= 2 ? count(AFTER, "X") : null} wins={step >= 3} />
        <Side disc="white" number={step >= 2 ? count(AFTER, "O") : null} wins={false} />
      </div>
    </div>
  );
}

function Side({ disc, number, wins }: { disc: string; number: number | null; wins: boolean }) {
  return (
    <span class={wins ? "wins" : ""}>
      <i class={`disc small ${disc}`} />
      <b>{number ?? "…"}</b>
      {wins && <em>{words().welcome.wins}</em>}
    </span>
  );
}
