// The course: the list of its chapters, and one chapter with its position, its refutation and its check.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { overlayClasses } from "../analyse/overlays";
import { Board } from "../view/board";
import { ProblemText } from "../view/problem-text";
import { showsDots } from "../view/preferences";
import { address, route } from "../view/route";
import { type PageProblem, problemOf } from "../wane/problem";
import type { Thinker } from "../wane/thinker";
import { type CourseWords, loadCourseWords } from "../words/course/words";
import { language, words } from "../words/words";
import { CHAPTERS, type Chapter, ChapterTry, countFor, storedPassed } from "./course";
import { COURSE } from "./course-positions";
import { BackToLearn } from "./exercise";

export function CourseView({ engine }: { engine: Thinker }) {
  const text = useSignal<CourseWords | null>(null);
  const problem = useSignal<PageProblem | null>(null);
  useEffect(() => {
    loadCourseWords(language.value).then(
      (it) => {
        text.value = it;
      },
      (error: unknown) => {
        problem.value = problemOf(error);
      },
    );
  }, [language.value]);
  const wanted = new URLSearchParams(route.query.value).get("chapter");
  const chapter = COURSE.find((it) => it.name === wanted);
  if (text.value === null) {
    return <div role="status">{problem.value === null ? words().loading : <ProblemText problem={problem.value} />}</div>;
  }
  if (chapter === undefined) return <Overview text={text.value} />;
  return <ChapterView key={chapter.name} chapter={chapter} engine={engine} text={text.value} />;
}

function Overview({ text }: { text: CourseWords }) {
  const passed = storedPassed.read();
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{words().learn.course.title}</h1>
      <p>{passed.length === CHAPTERS.length ? text.done : words().learn.course.about}</p>
      <ol class="menu">
        {COURSE.map(({ name }, index) => (
          <li key={name}>
            <a class="card chapter" href={address("learn", "course", `chapter=${name}`)}>
              <b>
                {index + 1}. {text.chapters[name].title}
              </b>
              {passed.includes(name) && <span class="faint">✓ {text.passed}</span>}
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface Props {
  chapter: Chapter;
  engine: Thinker;
  text: CourseWords;
}

function ChapterView({ chapter, engine, text }: Props) {
  const number = COURSE.indexOf(chapter);
  const attempt = useMemo(() => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const pass = () => {
      const passed = storedPassed.read();
      if (!passed.includes(chapter.name)) storedPassed.write([...passed, chapter.name]);
    };
    return new ChapterTry(chapter, engine, pass, isCalm ? 0 : undefined);
  }, [chapter, engine]);
  useEffect(() => () => attempt.stop(), [attempt]);
  const { title, idea, ask } = text.chapters[chapter.name];
  const [look, before, tried] = [attempt.look.value, attempt.before.value, attempt.tried.value];
  const [isCheck, isPlaying] = [attempt.at.value === 1, attempt.isPlaying.value];
  const verdict = tried === null ? null : verdictOf(attempt, text);
  const overlay = tried === null ? "none" : chapter.overlay;
  return (
    <div class="page">
      <section class="stage" aria-label={words().board.label}>
        <Board
          look={look}
          last={attempt.last.value}
          flipped={[]}
          marks={null}
          canPlay={tried === null}
          showMoves={tried === null && showsDots.value}
          onPlay={(square) => attempt.try(square)}
          classes={overlayClasses(look, overlay)}
        />
      </section>
      <section class="panel" aria-label={title}>
        <div class="spread">
          <BackToLearn />
          <span class="faint">{text.chapter(number + 1, COURSE.length)}</span>
        </div>
        <h1>{isCheck ? `${title}: ${text.check}` : title}</h1>
        <p>{isCheck ? text.checkAsk : idea}</p>
        {!isCheck && <p>{ask}</p>}
        {attempt.error.value !== null && (
          <div class="error" role="alert">
            <ProblemText problem={attempt.error.value} />
          </div>
        )}
        <div role="status">
          {verdict !== null && (
            <p class={`verdict ${attempt.isRight.value ? "good" : "bad"}`} data-testid="verdict">
              {verdict}
            </p>
          )}
          {tried !== null && look !== before && <p>{text.follows}</p>}
          {look.score !== null && !isPlaying && <p>{endText(attempt, text)}</p>}
        </div>
        <Buttons attempt={attempt} text={text} next={COURSE[number + 1] ?? null} />
      </section>
    </div>
  );
}

function Buttons({ attempt, text, next }: { attempt: ChapterTry; text: CourseWords; next: Chapter | null }) {
  const [tried, isRight, isCheck] = [attempt.tried.value, attempt.isRight.value, attempt.at.value === 1];
  return (
    <div class="buttons">
      {tried !== null && !isRight && (
        <button type="button" class="primary" onClick={() => attempt.again()}>
          {words().learn.again}
        </button>
      )}
      {isRight && !isCheck && (
        <button type="button" class="primary" onClick={() => attempt.begin(1)}>
          {text.toCheck}
        </button>
      )}
      {isRight && isCheck && next !== null && (
        <a class="button primary" href={address("learn", "course", `chapter=${next.name}`)}>
          {text.nextChapter}
        </a>
      )}
      <a class="button" href={address("learn", "course")}>
        {text.overview}
      </a>
    </div>
  );
}

function verdictOf(attempt: ChapterTry, text: CourseWords): string {
  const square = attempt.tried.value ?? "";
  if (attempt.at.value === 1) return attempt.isRight.value ? text.checkRight(square) : text.checkWrong(square);
  const { right, wrong } = text.chapters[attempt.chapter.name];
  return attempt.isRight.value ? right(square) : wrong(square);
}

function endText(attempt: ChapterTry, text: CourseWords): string {
  const { own, other } = countFor(attempt.before.value, attempt.look.value);
  return text.ends(own, other);
}
