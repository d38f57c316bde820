// The lesson, step by step.

import { useMemo } from "preact/hooks";

import { address } from "../view/route";
import { words } from "../words/words";
import { BackToLearn, Exercise } from "./exercise";
import { Lesson, STEPS } from "./lesson";

export function LessonView() {
  const lesson = useMemo(() => new Lesson(), []);
  const text = words().learn;
  const [step, before, look] = [lesson.step.value, lesson.before.value, lesson.look.value];
  const [at, tried, isRight] = [lesson.at.value, lesson.tried.value, lesson.isRight.value];
  if (step === null || before === null || look === null) return <Done onAgain={() => lesson.go(0)} />;
  const { title, ask, right, wrong } = text.steps[step.name];
  const verdict = tried === null ? null : isRight ? right(tried) : wrong(tried);
  return (
    <Exercise
      title={title}
      progress={text.step(at + 1, STEPS.length)}
      ask={ask}
      before={before}
      look={look}
      last={tried}
      marks={null}
      canPlay={tried === null}
      verdict={verdict === null ? null : { kind: isRight ? "good" : "bad", text: verdict }}
      onPlay={(square) => lesson.try(square)}
    >
      {tried !== null && !isRight && (
        <button type="button" class="primary" onClick={() => lesson.again()}>
          {text.again}
        </button>
      )}
      {isRight && (
        <button type="button" class="primary" onClick={() => lesson.go(at + 1)}>
          {text.next}
        </button>
      )}
      {at > 0 && (
        <button type="button" onClick={() => lesson.go(at - 1)}>
          {text.before}
        </button>
      )}
      {!isRight && (
        <button type="button" onClick={() => lesson.go(at + 1)}>
          {text.skip}
        </button>
      )}
    </Exercise>
  );
}

function Done({ onAgain }: { onAgain: () => void }) {
  const text = words().learn;
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{text.doneTitle}</h1>
      <p>{text.doneText}</p>
      <div class="buttons">
        <a class="button primary" href={address("play")}>
          {text.toPlay}
        </a>
        <a class="button" href={address("learn", "puzzles")}>
          {text.puzzles.title}
        </a>
        <button type="button" onClick={onAgain}>
          {text.fromStart}
        </button>
      </div>
    </div>
  );
}
