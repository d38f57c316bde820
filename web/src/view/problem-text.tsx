// A problem in the language of the page. What only developers understand is in English, and folded
// away, unless the words say it already.

import type { PageProblem } from "../wane/problem";
import { problemText } from "../words/problems";
import { words } from "../words/words";

export function ProblemText({ problem }: { problem: PageProblem }) {
  const text = problemText(problem);
  return (
    <>
      {text}
      {"detail" in problem && !text.includes(problem.detail) && (
        <details class="technical">
          <summary>{words().technical}</summary>
          <code lang="en">{problem.detail}</code>
        </details>
      )}
    </>
  );
}
