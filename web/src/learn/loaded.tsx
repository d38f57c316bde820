// A part of the section whose data is loaded when it is first shown.

import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";

import { ProblemText } from "../view/problem-text";
import { type PageProblem, problemOf } from "../wane/problem";
import { words } from "../words/words";
import { BackToLearn } from "./exercise";

interface Props<T> {
  title: string;
  load: () => Promise<T>;
  children: (data: T) => ComponentChild;
}

export function Loaded<T>({ title, load, children }: Props<T>) {
  const data = useSignal<T | null>(null);
  const problem = useSignal<PageProblem | null>(null);
  const begin = () => {
    problem.value = null;
    load().then(
      (it) => {
        data.value = it;
      },
      (error: unknown) => {
        problem.value = problemOf(error);
      },
    );
  };
  useEffect(begin, []);
  if (data.value !== null) return <>{children(data.value)}</>;
  return (
    <div class="narrow">
      <BackToLearn />
      <h1>{title}</h1>
      <div role="status">{problem.value === null ? words().loading : <ProblemText problem={problem.value} />}</div>
      {problem.value !== null && (
        <button type="button" onClick={begin}>
          {words().retry}
        </button>
      )}
    </div>
  );
}
