// A tree of moves as a game of the formats, with variations and comments, and back.

import type { CommentText, GameText, Look, VariationText } from "../wane/messages";
import { objectiveOf, variantOf } from "./objective";
import { sideOf } from "./side";
import { type Node, Tree } from "./tree";

export interface Names {
  black: string;
  white: string;
}

/** The rules that are needed to read a game. */
export interface Rules {
  start(size: number, objective: Look["objective"]): Look;
  look(position: string, objective: Look["objective"]): Look;
  play(at: Look, move: string): Look;
}

/** A line of a tree as a game, without variations: the given nodes, the first position first. */
export function textOfLine(line: readonly Node[], names: Names): GameText {
  return { ...textOfStart(line[0]?.look, names), moves: line.flatMap(({ move }) => move ?? []) };
}

/** A whole tree as a game: its main line, and all variations and comments. */
export function textOfTree(tree: Tree, names: Names): GameText {
  const { moves, comments, variations } = lineFrom(tree.root, [], 0);
  const comment = commentOn(tree.root, 0);
  return { ...textOfStart(tree.root.look, names), moves, comments: [...comment, ...comments], variations };
}

function textOfStart(look: Look | undefined, { black, white }: Names): GameText {
  if (look === undefined) throw new Error("a line has at least one position");
  const [board = ""] = look.position.split(" ");
  return {
    format: "wane-game",
    v: 1,
    variant: variantOf(look.objective),
    start: { board, side: sideOf(look) },
    players: { black: { name: black }, white: { name: white } },
  };
}

interface LineText {
  moves: string[];
  comments: CommentText[];
  variations: VariationText[];
}

/** The main line after a node, which follows some moves of the same line. */
function lineFrom(node: Node, before: string[], ply: number): LineText {
  const line: LineText = { moves: before, comments: [], variations: [] };
  for (let at: Node = node; at.children[0] !== undefined; at = at.children[0]) {
    const [main, ...others] = at.children as [Node, ...Node[]];
    for (const other of others) line.variations.push(variationOf(other, ply));
    ply++;
    line.moves.push(main.move ?? "");
    line.comments.push(...commentOn(main, ply));
  }
  return line;
}

/** The variation that begins with a node. */
function variationOf(node: Node, ply: number): VariationText {
  const line = lineFrom(node, [node.move ?? ""], ply + 1);
  return { ply, ...line, comments: [...commentOn(node, ply + 1), ...line.comments] };
}

function commentOn({ comment }: Node, ply: number): CommentText[] {
  return comment.trim() === "" ? [] : [{ ply, text: comment }];
}

/** The tree of a game, at its start. Throws if a move is not legal. */
export function treeOfText(game: GameText, rules: Rules): Tree {
  const { start, variant = "anti", moves = [], comments = [], variations = [] } = game;
  const objective = objectiveOf(variant);
  const from = start === undefined ? rules.start(8, objective) : rules.look(`${start.board} ${start.side}`, objective);
  const tree = new Tree(from);
  addLine(tree, tree.root, 0, { moves, comments, variations }, rules);
  tree.go(tree.root);
  return tree;
}

/** Adds a line that begins at a node, and all that is said about it. */
function addLine(tree: Tree, from: Node, ply: number, line: LineText, rules: Rules): void {
  const nodes = [from];
  tree.go(from);
  for (const move of line.moves) nodes.push(tree.play(move, rules.play(tree.current.look, move)));
  if (tree.current.look.must_pass) tree.play("pass", rules.play(tree.current.look, "pass"));
  for (const comment of line.comments) {
    const node = nodes[comment.ply - ply];
    if (node !== undefined) node.comment = comment.text;
  }
  for (const { ply: at, moves, comments = [], variations = [] } of line.variations) {
    const node = nodes[at - ply];
    if (node !== undefined) addLine(tree, node, at, { moves, comments, variations }, rules);
  }
}
