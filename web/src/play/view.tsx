// The section for playing: the board, the status of the game, and the actions.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { other, type Side, sideOf } from "../game/side";
import { moveNumber } from "../game/tree";
import { Board } from "../view/board";
import { Evaluation } from "../view/evaluation";
import { Icon } from "../view/icons";
import { flipsBetween, scoreText } from "../view/marks";
import { MoveInput } from "../view/move-input";
import { showsDots } from "../view/preferences";
import { announce, Live, Player } from "../view/status";
import { usesKeys } from "../view/steps";
import type { Visit } from "../visit";
import { ProblemText } from "../view/problem-text";
import { words } from "../words/words";
import { hintAction, hintClasses, hintMarks } from "./hint";
import { LetterCard } from "./letter-card";
import { namesOf, opponentName } from "./names";
import { NewGame } from "./new-game";
import { ResultCard } from "./result";
import type { Session } from "./session";
import { levelOf } from "./settings";
import { endWelcome, Welcome } from "./welcome";

export function PlayView({ visit }: { visit: Visit }) {
  const text = words();
  const session = visit.session.value;
  const isDialogOpen = useSignal(false);
  const look = session.look.value;
  const node = session.node.value;
  const shown = session.shown.value;
  const [hint, hintStep] = [session.hint.value, session.hintStep.value];
  const status = statusOf(session);
  const near: Side = session.settings.opponent === "friend" ? "X" : session.settings.colour;
  useUndoKeys(session);
  useEffect(() => {
    if (node.parent !== null) endWelcome();
  }, [node]);

  return (
    <div class="page">
      <h1 class="sr-only">{text.tabs.play}</h1>
      {session.settings.start === null && <Welcome />}
      <section class="stage game" aria-label={text.board.label}>
        <PlayerOf side={other(near)} session={session} />
        <Board
          look={shown.look}
          last={shown.move === "pass" ? null : shown.move}
          flipped={flipsBetween(shown)}
          marks={hintMarks(hint, hintStep, look)}
          canPlay={session.canPlay.value}
          showMoves={session.canPlay.value && showsDots.value}
          onPlay={(square) => session.play(square)}
          classes={hintClasses(hint, hintStep, look)}
        />
        <PlayerOf side={near} session={session} />
        {session.mustPass.value && (
          <button type="button" class="primary pass" onClick={() => session.play("pass")}>
            {text.play.pass}
          </button>
        )}
      </section>
      <section class="panel" aria-label={text.tabs.play}>
        {visit.isElsewhere.value && (
          <p class="notice" role="status">
            {text.play.elsewhere}
          </p>
        )}
        {visit.problem.value !== null && (
          <div class="error" role="alert">
            <ProblemText problem={visit.problem.value} />
          </div>
        )}
        <div class="card">
          <p class="rule">{text.status.rule[look.objective]}</p>
          <p class="status" data-testid="status">
            {status}
          </p>
          <Note session={session} />
          {levelOf(session.settings.opponent) !== null && (
            <Evaluation engine={visit.engines.opponent} look={look} always={false} />
          )}
          {session.error.value !== null && (
            <div class="error" role="alert">
              <ProblemText problem={session.error.value} />
              {!session.isHumanTurn.value && (
                <button type="button" onClick={() => session.resume()}>
                  {text.retry}
                </button>
              )}
            </div>
          )}
          <Live text={`${announce(node)} ${status}`} />
          <LetterCard session={session} />
          {session.ended.value !== null && <ResultCard visit={visit} status={status} />}
        </div>
        <div class="tools" role="group" aria-label={text.play.actions}>
          <button type="button" onClick={() => session.undo()} aria-disabled={!session.canUndo.value}>
            <Icon name="undo" />
            {text.play.undo}
          </button>
          <button type="button" onClick={() => session.redo()} aria-disabled={!session.canRedo.value}>
            <Icon name="redo" />
            {text.play.redo}
          </button>
          <button
            type="button"
            onClick={() => session.askHint()}
            aria-disabled={!session.canPlay.value || (hint !== null && hintStep === "scores")}
          >
            <Icon name="hint" />
            {session.isHinting.value && hint === null ? text.play.hinting : hintAction(hint, hintStep)}
          </button>
          <Resign session={session} />
        </div>
        <MoveInput onPlay={(move) => session.play(move)} />
        <Record session={session} />
        {session.isLookingBack.value && (
          <button type="button" class="primary wide" onClick={() => session.lookAt(node)}>
            {text.play.backToGame}
          </button>
        )}
        <button
          type="button"
          class="wide"
          onClick={() => {
            isDialogOpen.value = true;
          }}
        >
          <Icon name="plus" />
          {text.play.newGame}
        </button>
      </section>
      {isDialogOpen.value && (
        <NewGame
          guests={visit.guests.value}
          settings={session.settings}
          onStart={(settings) => {
            isDialogOpen.value = false;
            void visit.begin(settings);
          }}
          onCancel={() => {
            isDialogOpen.value = false;
          }}
        />
      )}
    </div>
  );
}

function PlayerOf({ side, session }: { side: Side; session: Session }) {
  const { black, white } = namesOf(session.settings);
  const clock = session.settings.minutes > 0 ? clockText(session.clocks.value[side]) : null;
  const name = side === "X" ? black : white;
  const isOver = session.ended.value !== null;
  return <Player side={side} look={session.look.value} name={name} clock={clock} isOver={isOver} />;
}

function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** An explanation of the position: a pass, the hint, or the rules. */
function Note({ session }: { session: Session }) {
  const text = words();
  const node = session.node.value;
  const best = session.hint.value?.lines[0];
  if (session.ended.value === null && node.look.must_pass) return <p class="note">{text.status.passWhy}</p>;
  if (session.isLookingBack.value) return <p class="note">{text.play.lookingBack}</p>;
  if (best !== undefined && session.hintStep.value === "region") return <p class="note">{text.play.hints.region}</p>;
  if (best !== undefined) return <p class="note">{text.play.best(best.move ?? "", scoreText(best, sideOf(node.look)))}</p>;
  if (node.move === "pass" && node.parent !== null) {
    return <p class="note">{text.status.passed(text.side[sideOf(node.parent.look)])}</p>;
  }
  if (node.parent === null) return <p class="note">{text.play.how[node.look.objective]}</p>;
  return null;
}

/** A button that asks for confirmation before it resigns. */
function Resign({ session }: { session: Session }) {
  const text = words().play;
  const isSure = useSignal(false);
  return (
    <button
      type="button"
      class={isSure.value ? "danger" : ""}
      disabled={session.ended.value !== null}
      onClick={() => {
        if (isSure.value) session.resign();
        isSure.value = !isSure.value;
      }}
      onBlur={() => {
        isSure.value = false;
      }}
    >
      <Icon name="flag" />
      {isSure.value ? text.really : text.resign}
    </button>
  );
}

/** The list of moves, scrolled to the last one. Each shows its position. */
function Record({ session }: { session: Session }) {
  const box = useRef<HTMLOListElement>(null);
  const moves = session.path.value.filter((node) => node.move !== null && node.move !== "pass");
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [moves.length]);
  useLookKeys(session);
  if (moves.length === 0) return null;
  const shown = session.shown.value;
  return (
    <ol class="record" aria-label={words().analyse.moves} ref={box}>
      {moves.map((node) => (
        <li key={node.id}>
          <button
            type="button"
            class="move"
            aria-current={node === shown ? "step" : undefined}
            onClick={() => session.lookAt(node)}
          >
            <small>{moveNumber(node)}</small>
            {node.move}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The arrow keys look back and forth in the game. */
function useLookKeys(session: Session): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (usesKeys(event) || event.ctrlKey || event.altKey || event.metaKey) return;
      const path = session.path.value;
      const at = path.indexOf(session.shown.value);
      const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: path.length - 1 };
      const to = path[steps[event.key] ?? -1];
      if (to === undefined) return;
      event.preventDefault();
      session.lookAt(to);
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [session]);
}

/** Ctrl-Z for undo, Ctrl-Y or Ctrl-Shift-Z for redo. */
function useUndoKeys(session: Session): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const isText = event.target instanceof Element && event.target.closest("input, textarea, dialog") !== null;
      if (isText || !(event.ctrlKey || event.metaKey)) return;
      const letter = event.key.toLowerCase();
      if (letter !== "z" && letter !== "y") return;
      event.preventDefault();
      if (letter === "y" || event.shiftKey) session.redo();
      else session.undo();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [session]);
}

/** The status of the game in a sentence. */
function statusOf(session: Session): string {
  const text = words().status;
  const sides = words().side;
  const look = session.look.value;
  const ended = session.ended.value;
  const { opponent, colour } = session.settings;
  if (ended !== null) {
    if (ended.why === "resigned") return text.resigned(sides[ended.loser], sides[other(ended.loser)]);
    if (ended.why === "time") return text.timeout(sides[ended.loser], sides[other(ended.loser)]);
    if (ended.score === 0) return text.draw;
    const winner = ended.score > 0 ? "X" : "O";
    const by = Math.abs(ended.score);
    if (opponent === "friend") return text.wins(sides[winner], by);
    return winner === colour ? text.winsYou(by) : text.losesYou(by);
  }
  const side = sides[sideOf(look)];
  if (look.must_pass) return text.passes(side);
  if (session.isThinking.value) return text.thinking(opponentName(opponent));
  if (session.isByLink && !session.isHuman(sideOf(look))) return words().letter.waiting(side);
  return opponent === "friend" ? text.turn(side) : text.yours(side);
}
