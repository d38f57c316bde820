// The openings: the tree of the first eight moves, with the value of every move.

import { useMemo } from "preact/hooks";

import { passIfForced } from "../game/passes";
import { sideOf } from "../game/side";
import { type Node, Tree } from "../game/tree";
import { Board } from "../view/board";
import { Icon } from "../view/icons";
import { flipsBetween, forBlack, marksOf, signed } from "../view/marks";
import { address, route } from "../view/route";
import { announce, Count, Live } from "../view/status";
import type { OpeningBook } from "../wane/glue/rules.js";
import type { Opening } from "../wane/messages";
import * as rules from "../wane/rules";
import { words } from "../words/words";
import { BackToLearn } from "./exercise";
import { Loaded } from "./loaded";
import { balanceOf, codeOf, loadOpenings, lookUp } from "./opening-book";

const NO_NAMES = { black: "", white: "" };

export function OpeningsView() {
  return (
    <Loaded title={words().learn.openings.title} load={loadOpenings}>
      {(book) => <Browser book={book} />}
    </Loaded>
  );
}

/** The line from the start that the address names, as far as its moves are legal. */
function lineOf(moves: string): Node[] {
  const tree = new Tree(rules.start(8, "fewest"));
  for (const move of moves.match(/[a-h][1-8]/g) ?? []) {
    passIfForced(tree);
    if (!tree.current.look.moves.some((it) => it.square === move)) break;
    tree.play(move, rules.play(tree.current.look, move));
  }
  return tree.path();
}

function Browser({ book }: { book: OpeningBook }) {
  const text = words().learn.openings;
  const moves = new URLSearchParams(route.query.value).get("g") ?? "";
  const line = useMemo(() => lineOf(moves), [moves]);
  const openings = useMemo(() => line.map(({ look, move }) => ({ opening: lookUp(book, look.position), move })), [line, book]);
  const node = line.at(-1);
  if (node === undefined) return null;
  const { look } = node;
  const opening = openings.at(-1)?.opening ?? null;
  const go = (to: string) => route.to("learn", "openings", to === "" ? "" : `g=${to}`);
  const played = line.flatMap(({ move }) => move ?? []).join("");
  const play = (square: string) => go(played + square);
  return (
    <div class="page">
      <section class="stage" aria-label={words().board.label}>
        <Board
          look={look}
          last={node.move}
          flipped={flipsBetween(node)}
          marks={opening === null ? null : marksOf(sorted(opening).map((it) => ({ move: it.square, score: it.score, exact: false })), look)}
          canPlay={opening !== null && opening.moves.length > 0}
          showMoves={true}
          onPlay={play}
        />
      </section>
      <section class="panel" aria-label={text.title}>
        <BackToLearn />
        <h1>{text.title}</h1>
        <Count look={look} names={NO_NAMES} />
        <Live text={announce(node)} />
        <Heading line={openings} side={sideOf(look)} played={played} />
        <div class="buttons">
          <button type="button" onClick={() => go(played.slice(0, -2))} aria-disabled={played === ""}>
            <Icon name="back" />
            {words().analyse.back}
          </button>
          <a class="button" href={address("analyse", "", `g=${played}`)}>
            {text.analyse}
          </a>
        </div>
        {opening !== null && opening.moves.length > 0 ? <MoveTable opening={opening} side={sideOf(look)} onPlay={play} /> : <p>{text.end}</p>}
        <p class="faint">{text.how}</p>
      </section>
    </div>
  );
}

interface HeadingProps {
  line: readonly { opening: Opening | null; move: string | null }[];
  side: ReturnType<typeof sideOf>;
  played: string;
}

/** The name, the code and the value of the current position. */
function Heading({ line, side, played }: HeadingProps) {
  const text = words().learn.openings;
  const known = line.flatMap(({ opening, move }) => (opening === null ? [] : [{ opening, move }]));
  const { name, code } = codeOf(known);
  const score = known.length === line.length ? known.at(-1)?.opening.score : undefined;
  const black = score === undefined ? null : forBlack(score, side);
  return (
    <div class="card">
      <p class="status" data-testid="opening">
        {name === null ? text.start : `${text.names[name]} ${code}`}
      </p>
      {played !== "" && <p class="pv">{played.match(/../g)?.join(" ")}</p>}
      {black !== null && (
        <p>
          <b>{signed(black, 1)}</b> · {balanceText(black)}
        </p>
      )}
    </div>
  );
}

/** The moves of a position, the best first; symmetric ones once. */
function MoveTable({ opening, side, onPlay }: { opening: Opening; side: ReturnType<typeof sideOf>; onPlay: (square: string) => void }) {
  const text = words().learn.openings;
  const distinct = sorted(opening).filter((it, index, all) => all.findIndex((other) => other.number === it.number) === index);
  return (
    <table class="openings">
      <thead>
        <tr>
          <th scope="col">{text.move}</th>
          <th scope="col">{text.score}</th>
          <th scope="col">{text.balance}</th>
        </tr>
      </thead>
      <tbody>
        {distinct.map((it) => {
          const black = forBlack(it.score, side);
          return (
            <tr key={it.square}>
              <td>
                <button type="button" onClick={() => onPlay(it.square)}>
                  {it.square}
                </button>
              </td>
              <td class="number" title={text.spread(it.spread)}>
                {signed(black, 1)} <span class="faint">± {(it.spread / 2).toFixed(1)}</span>
              </td>
              <td>{balanceText(black)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** How balanced a score for Black is, in words. */
function balanceText(black: number): string {
  return words().learn.openings.balances[balanceOf(black)](words().side[black > 0 ? "X" : "O"]);
}

function sorted({ moves }: Opening) {
  return [...moves].sort((one, other) => other.score - one.score);
}
