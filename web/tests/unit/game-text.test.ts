import { beforeAll, expect, test } from "vitest";

import { textOfLine, textOfTree, treeOfText } from "../../src/game/game-text";
import { Tree } from "../../src/game/tree";
import * as rules from "../../src/wane/rules";
import { initialize } from "./wane";

beforeAll(initialize);

const NAMES = { black: "Ada", white: "Bo" };

/** A game of five moves with two variations, one within the other, and comments. */
function example(): Tree {
  const tree = new Tree(rules.start(8, "fewest"));
  const play = (...moves: string[]) => moves.forEach((move) => tree.play(move, rules.play(tree.current.look, move)));
  tree.root.comment = "the start";
  play("f5", "d6", "c3", "d3", "c4");
  tree.current.comment = "the end";
  const [second] = tree.path().slice(1);
  if (second !== undefined) tree.go(second);
  play("f6", "e6");
  tree.current.comment = "two\nlines";
  tree.back();
  play("f7");
  return tree;
}

test("a tree survives the way into every format that has variations", () => {
  const text = textOfTree(example(), NAMES);
  expect(textOfTree(treeOfText(text, rules), NAMES)).toEqual(text);
  for (const format of ["sgf", "json"]) {
    const written = rules.write(text, format);
    if (written.tell !== "text") throw new Error(JSON.stringify(written));
    const read = rules.paste(written.text, 8, "fewest");
    if (read.tell !== "games" || read.games[0] === undefined) throw new Error(JSON.stringify(read));
    expect(textOfTree(treeOfText(read.games[0], rules), NAMES), format).toEqual(text);
  }
});

test("variations and comments are named by their place in the game", () => {
  const { moves, comments, variations } = textOfTree(example(), NAMES);
  expect(moves).toEqual(["f5", "d6", "c3", "d3", "c4"]);
  expect(comments).toEqual([
    { ply: 0, text: "the start" },
    { ply: 5, text: "the end" },
  ]);
  expect(variations).toEqual([
    {
      ply: 1,
      moves: ["f6", "e6"],
      comments: [{ ply: 3, text: "two\nlines" }],
      variations: [{ ply: 2, moves: ["f7"], comments: [], variations: [] }],
    },
  ]);
});

test("a line is a game without variations", () => {
  const { moves, variations } = textOfLine(example().path(), NAMES);
  expect(moves).toEqual(["f5", "f6", "f7"]);
  expect(variations).toBeUndefined();
});
