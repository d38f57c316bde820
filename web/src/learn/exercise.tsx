// The layout of all exercises: a board, a question, and the verdict on the answer.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { Board, type Mark } from "../view/board";
import { showsDots } from "../view/preferences";
import { address } from "../view/route";
import type { Look } from "../wane/messages";
import { words } from "../words/words";

export interface Verdict {
  kind: "good" | "bad";
  text: string;
}

interface Props {
  title: string;
  /** The progress as text. */
  progress: string;
  ask: string;
  /** The position of the question. */
  before: Look;
  /** The position on the board: the same, or the one after the answer. */
  look: Look;
  /** The answer, to be marked on the board. */
  last: string | null;
  marks: ReadonlyMap<string, Mark> | null;
  canPlay: boolean;
  verdict: Verdict | null;
  onPlay: (square: string) => void;
  children: ComponentChildren;
}

export function Exercise(props: Props) {
  const { title, progress, ask, before, look, last, marks, canPlay, verdict, onPlay, children } = props;
  const answer = useRef<HTMLDivElement>(null);
  // On a small screen the verdict may be below the visible area.
  useEffect(() => {
    if (verdict !== null) answer.current?.scrollIntoView({ block: "nearest" });
  }, [verdict?.text]);
  const flipped = look === before ? [] : (before.moves.find((it) => it.square === last)?.flips ?? []);
  return (
    <div class="page">
      <section class="stage" aria-label={words().board.label}>
        <Board
          look={look}
          last={last}
          flipped={flipped}
          marks={marks}
          canPlay={canPlay}
          showMoves={canPlay && showsDots.value}
          onPlay={onPlay}
        />
      </section>
      <section class="panel" aria-label={title}>
        <div class="spread">
          <BackToLearn />
          <span class="faint">{progress}</span>
        </div>
        <h1>{title}</h1>
        <p>{ask}</p>
        <div role="status" ref={answer}>
          {verdict !== null && (
            <p class={`verdict ${verdict.kind}`} data-testid="verdict">
              {verdict.text}
            </p>
          )}
        </div>
        <div class="buttons">{children}</div>
      </section>
    </div>
  );
}

/** The buttons for the next exercise and for the answer. */
export function NextOrShow({ isRight, onNext, onShow }: { isRight: boolean; onNext: () => void; onShow: () => void }) {
  const text = words().learn;
  return (
    <>
      <button type="button" class={isRight ? "primary" : ""} onClick={onNext}>
        {isRight ? text.next : text.skip}
      </button>
      {!isRight && (
        <button type="button" onClick={onShow}>
          {text.show}
        </button>
      )}
    </>
  );
}

export function BackToLearn() {
  return (
    <a class="back" href={address("learn")}>
      ← {words().tabs.learn}
    </a>
  );
}
