// The section for playing: the board, the status of the game, and the actions.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { other, type Side, sideOf } from "../game/side";
import { moveNumber } from "../game/tree";
import { Board } from "../view/board";
import { Icon } from "../view/icons";
import { flipsBetween, marksOf, scoreText } from "../view/marks";
import { MoveInput } from "../view/move-input";
import { showsDots } from "../view/preferences";
import { announce, Live, Player } from "../view/status";
import { problemText } from "../words/problems";
import { words } from "../words/words";
import { namesOf, opponentName } from "./names";
import { NewGame } from "./new-game";
import type { Session } from "./session";
import type { Settings } from "./settings";

interface Props {
  session: Session;
  onNew: (settings: Settings) => void;
  onReview: () => void;
  onMistakes: () => void;
}

export function PlayView({ session, onNew, onReview, onMistakes }: Props) {
  const text = words();
  const isDialogOpen = useSignal(false);
  const look = session.look.value;
  const node = session.node.value;
  const hint = session.hint.value;
  const status = statusOf(session);
  const isOver = session.ended.value !== null;
  const near: Side = session.settings.opponent === "friend" ? "X" : session.settings.colour;

  useEffect(() => {
    session.resume();
    return () => session.pause();
  }, [session]);
  useUndoKeys(session);

  return (
    <div class="page">
      <h1 class="sr-only">{text.tabs.play}</h1>
      <section class="stage" aria-label={text.board.label}>
        <PlayerOf side={other(near)} session={session} />
        <Board
          look={look}
          last={node.move === "pass" ? null : node.move}
          flipped={flipsBetween(node)}
          marks={hint === null ? null : marksOf(hint.lines)}
          canPlay={session.isHumanTurn.value}
          showMoves={session.isHumanTurn.value && showsDots.value}
          onPlay={(square) => session.play(square)}
        />
        <PlayerOf side={near} session={session} />
      </section>
      <section class="panel" aria-label={text.tabs.play}>
        <div class="card">
          <p class="rule">{text.status.rule[look.objective]}</p>
          <p class="status" data-testid="status">
            {status}
          </p>
          <Note session={session} />
          {session.error.value !== null && (
            <p class="error" role="alert">
              {problemText(session.error.value)}
            </p>
          )}
          <Live text={`${announce(node)} ${status}`} />
          {session.mustPass.value && (
            <button type="button" class="primary wide" onClick={() => session.play("pass")}>
              {text.play.pass}
            </button>
          )}
          {isOver && (
            <div class="buttons">
              <button type="button" class="primary" onClick={onReview}>
                <Icon name="graph" />
                {text.play.review}
              </button>
              <button type="button" onClick={onMistakes}>
                <Icon name="repeat" />
                {text.play.mistakes}
              </button>
            </div>
          )}
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
          <button type="button" onClick={() => session.askHint()} aria-disabled={!session.isHumanTurn.value}>
            <Icon name="hint" />
            {session.isHinting.value ? text.play.hinting : text.play.hint}
          </button>
          <Resign session={session} />
        </div>
        <MoveInput onPlay={(move) => session.play(move)} />
        <Record session={session} />
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
          settings={session.settings}
          onStart={(settings) => {
            isDialogOpen.value = false;
            onNew(settings);
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
  return <Player side={side} look={session.look.value} name={side === "X" ? black : white} clock={clock} />;
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
  if (best !== undefined) return <p class="note">{text.play.best(best.move ?? "", scoreText(best))}</p>;
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

/** The list of moves, scrolled to the last one. */
function Record({ session }: { session: Session }) {
  const box = useRef<HTMLOListElement>(null);
  const moves = session.path.value.filter((node) => node.move !== null && node.move !== "pass");
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [moves.length]);
  if (moves.length === 0) return null;
  return (
    <ol class="record" aria-label={words().analyse.moves} tabIndex={0} ref={box}>
      {moves.map((node) => (
        <li key={node.id}>
          <small>{moveNumber(node)}</small>
          {node.move}
        </li>
      ))}
    </ol>
  );
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
  return opponent === "friend" ? text.turn(side) : text.yours(side);
}
