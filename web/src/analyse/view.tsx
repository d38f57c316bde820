// The section for analysis: the scores of all moves, the best lines, the review of a game, and import and export.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { sideOf } from "../game/side";
import type { Node } from "../game/tree";
import { type Arrow, Board } from "../view/board";
import { Icon } from "../view/icons";
import { EvaluationBar } from "../view/evaluation-bar";
import { flipsBetween, forBlack, marksOf, scoreText } from "../view/marks";
import { NARROW, useMedia } from "../view/media";
import { MoveInput } from "../view/move-input";
import { Moves } from "../view/moves";
import { showsDots } from "../view/preferences";
import { announce, Count, Live } from "../view/status";
import { Steps } from "../view/steps";
import { Tabs } from "../view/tabs";
import type { Visit } from "../visit";
import type { LineText, Look, MoveReviewText } from "../wane/messages";
import { ProblemText } from "../view/problem-text";
import { words } from "../words/words";
import { Exchange } from "./exchange";
import { OverlayChoice, overlayClasses, type Overlay } from "./overlays";
import { ReviewCard } from "./review-card";
import { Setup } from "./setup";
import type { Study } from "./study";
import { Thinking } from "./thinking";
import { Why } from "./why";

export function AnalyseView({ visit }: { visit: Visit }) {
  const { study } = visit;
  const text = words().analyse;
  const isSettingUp = useSignal(false);
  const overlay = useSignal<Overlay>("none");
  const look = study.look.value;
  const node = study.node.value;
  const report = study.analysis.report.value;
  const best = report?.lines[0];
  useVisibleStudy(study);

  if (isSettingUp.value) {
    return (
      <Setup
        look={look}
        onDone={(position) => {
          isSettingUp.value = false;
          if (position !== null) void visit.replaceStudy(() => study.open(position, [], null));
        }}
      />
    );
  }

  return (
    <div class="page">
      <h1 class="sr-only">{words().tabs.analyse}</h1>
      <section class="stage study" aria-label={words().board.label}>
        <EvaluationBar score={scoreOf(look, best)} />
        <Board
          look={look}
          last={node.move === "pass" ? null : node.move}
          flipped={flipsBetween(node)}
          marks={report === null ? null : marksOf(report.lines, look)}
          canPlay={look.score === null}
          showMoves={showsDots.value}
          onPlay={(square) => study.play(square)}
          arrows={arrowsAt(node, study.review.byNode.value.get(node.id))}
          classes={overlayClasses(look, overlay.value)}
        />
        <Steps game={study} />
      </section>
      <section class="panel" aria-label={words().tabs.analyse}>
        {visit.problem.value !== null && (
          <div class="error" role="alert">
            {text.badLink} <ProblemText problem={visit.problem.value} />
          </div>
        )}
        <Count look={look} names={study.names.value} />
        <Live text={`${announce(node)} ${best?.exact ? text.exactly(scoreText(best, sideOf(look))) : ""}`} />
        <Parts
          lines={
            <>
              <Why study={study} />
              <Thinking study={study} engine={visit.engines.analysis} />
              <OverlayChoice
                look={look}
                overlay={overlay.value}
                onChoose={(it) => {
                  overlay.value = it;
                }}
              />
            </>
          }
          graph={<ReviewCard study={study} />}
          moves={<MovesPart study={study} />}
        />
        <div class="buttons">
          <button
            type="button"
            onClick={() => {
              isSettingUp.value = true;
            }}
          >
            <Icon name="board" />
            {text.setUp}
          </button>
          <button type="button" onClick={() => visit.playFromStudy()} disabled={look.score !== null}>
            <Icon name="play" />
            {text.playFrom}
          </button>
        </div>
        <Exchange visit={visit} />
      </section>
    </div>
  );
}

type PartName = "lines" | "moves" | "graph";

/** The parts of the panel: one above the other, or on a narrow screen as tabs below the board. */
function Parts({ lines, graph, moves }: Record<PartName, ComponentChildren>) {
  const text = words().analyse.tabs;
  const chosen = useSignal<PartName>("lines");
  if (!useMedia(NARROW)) {
    return (
      <>
        {lines}
        {graph}
        {moves}
      </>
    );
  }
  return (
    <Tabs<PartName>
      label={text.label}
      chosen={chosen.value}
      parts={[
        ["lines", text.lines, lines],
        ["moves", text.moves, moves],
        ["graph", text.graph, graph],
      ]}
      onChoose={(name) => {
        chosen.value = name;
      }}
    />
  );
}

/** The moves with their variations, and what can be done with them. */
function MovesPart({ study }: { study: Study }) {
  const text = words().analyse;
  const node = study.node.value;
  return (
    <>
      <Moves tree={study.moves} current={node} reviews={study.review.byNode.value} onGo={(to) => study.go(to)} />
      {node.parent !== null && node.parent.children[0] !== node && (
        <div class="buttons">
          <button type="button" onClick={() => study.promote()}>
            {text.promote}
          </button>
          <button type="button" onClick={() => study.remove()}>
            {text.remove}
          </button>
        </div>
      )}
      <label class="comment-input">
        {text.comment}
        <textarea
          rows={2}
          value={node.comment}
          onChange={(event) => study.setComment(event.currentTarget.value.trim())}
        />
      </label>
      <MoveInput onPlay={(square) => study.play(square)} />
    </>
  );
}

/** The move that was not good, and the better one. */
function arrowsAt(node: Node, review: MoveReviewText | undefined): Arrow[] {
  if (review === undefined || review.severity === "good" || review.move === null) return [];
  const before = node.parent?.move ?? null;
  const from = before === "pass" ? null : before;
  return [
    { from, to: review.played, kind: "played" },
    { from, to: review.move, kind: "better" },
  ];
}

/** The score of a position for Black; null if it is not known yet. */
function scoreOf(look: Look, best: LineText | undefined): number | null {
  return look.score ?? (best === undefined ? null : forBlack(best.score, sideOf(look)));
}

/** The engine works only while the study is visible. */
function useVisibleStudy(study: Study): void {
  useEffect(() => {
    const update = () => study.analysis.setVisible(!document.hidden);
    study.activate();
    update();
    document.addEventListener("visibilitychange", update);
    return () => {
      document.removeEventListener("visibilitychange", update);
      study.deactivate();
    };
  }, [study]);
}
