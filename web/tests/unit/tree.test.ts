import { expect, test } from "vitest";

import { moveNumber, Tree } from "../../src/game/tree";
import { look } from "./look";

function moves(nodes: readonly { move: string | null }[]): (string | null)[] {
  return nodes.map((it) => it.move);
}

test("a move that was played before keeps its node", () => {
  const tree = new Tree(look("start"));
  const first = tree.play("f5", look("f5"));
  tree.back();
  expect(tree.play("f5", look("f5"))).toBe(first);
  expect(tree.root.children).toHaveLength(1);
});

test("another move begins a variation, and the main line does not change", () => {
  const tree = new Tree(look("start"));
  tree.play("f5", look("f5"));
  tree.play("d6", look("d6"));
  tree.go(tree.root);
  tree.play("e6", look("e6"));
  expect(moves(tree.path())).toEqual([null, "e6"]);
  tree.go(tree.root);
  expect(moves(tree.line())).toEqual([null, "f5", "d6"]);
});

test("the line through a variation continues with its moves", () => {
  const tree = new Tree(look("start"));
  tree.play("f5", look("f5"));
  tree.go(tree.root);
  const variation = tree.play("e6", look("e6"));
  tree.play("f6", look("f6"));
  tree.go(variation);
  expect(moves(tree.line())).toEqual([null, "e6", "f6"]);
});

test("a promoted variation becomes the main line at every branch", () => {
  const tree = new Tree(look("start"));
  tree.play("f5", look("f5"));
  tree.go(tree.root);
  const branch = tree.play("e6", look("e6"));
  tree.play("f6", look("f6"));
  tree.go(branch);
  const last = tree.play("d6", look("d6"));
  tree.promote(last);
  tree.go(tree.root);
  expect(moves(tree.line())).toEqual([null, "e6", "d6"]);
});

test("after a line is removed, the position before it is the current one", () => {
  const tree = new Tree(look("start"));
  const first = tree.play("f5", look("f5"));
  const second = tree.play("d6", look("d6"));
  tree.play("c3", look("c3"));
  tree.remove(second);
  expect(tree.current).toBe(first);
  expect(first.children).toEqual([]);
});

test("there is no step before the start or after the end", () => {
  const tree = new Tree(look("start"));
  expect(tree.back()).toBe(false);
  expect(tree.forward()).toBe(false);
});

test("moves are numbered without passes", () => {
  const tree = new Tree(look("start"));
  tree.play("f5", look("f5"));
  tree.play("pass", look("pass"));
  expect(moveNumber(tree.play("d6", look("d6")))).toBe(2);
});
