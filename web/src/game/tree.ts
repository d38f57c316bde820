// A game with its variations: a tree of positions, one of which is the current one.

import type { Look } from "../wane/messages";

export interface Node {
  readonly id: number;
  /** The move that led here, `pass` for a pass; null at the root. */
  readonly move: string | null;
  readonly look: Look;
  readonly parent: Node | null;
  /** The positions after the moves that were played here; the first is on the main line. */
  readonly children: Node[];
  /** What the user wrote about the position. */
  comment: string;
}

/** A position of a tree in a list. */
export interface ListedNode {
  /** The index of the parent in the list, from 1; 0 for the root, which is not in the list. */
  parent: number;
  move: string;
  comment: string;
}

export class Tree {
  private nextId = 1;
  readonly root: Node;
  private currentNode: Node;

  constructor(start: Look) {
    this.root = { id: 0, move: null, look: start, parent: null, children: [], comment: "" };
    this.currentNode = this.root;
  }

  get current(): Node {
    return this.currentNode;
  }

  /** Plays a move from the current position. A move that was played here before keeps its node. */
  play(move: string, look: Look): Node {
    let child = this.currentNode.children.find((it) => it.move === move);
    if (child === undefined) {
      child = { id: this.nextId++, move, look, parent: this.currentNode, children: [], comment: "" };
      this.currentNode.children.push(child);
    }
    this.currentNode = child;
    return child;
  }

  go(node: Node): void {
    this.currentNode = node;
  }

  back(): boolean {
    if (this.currentNode.parent === null) return false;
    this.currentNode = this.currentNode.parent;
    return true;
  }

  forward(): boolean {
    const next = this.currentNode.children[0];
    if (next === undefined) return false;
    this.currentNode = next;
    return true;
  }

  /** The nodes from the root to a position, the current one if left out. */
  path(to: Node = this.currentNode): Node[] {
    const nodes: Node[] = [];
    for (let node: Node | null = to; node !== null; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The line through the current position: the path to it, and the main line after it. */
  line(): Node[] {
    const nodes = this.path();
    for (let node = this.currentNode.children[0]; node !== undefined; node = node.children[0]) nodes.push(node);
    return nodes;
  }

  hasVariations(from: Node = this.root): boolean {
    return from.children.length > 1 || from.children.some((it) => this.hasVariations(it));
  }

  /** Makes the line to a position the main line. */
  promote(node: Node): void {
    for (let it = node; it.parent !== null; it = it.parent) {
      const siblings = it.parent.children;
      siblings.splice(siblings.indexOf(it), 1);
      siblings.unshift(it);
    }
  }

  /** Removes a position and all positions after it. */
  remove(node: Node): void {
    const parent = node.parent;
    if (parent === null) return;
    if (this.path().includes(node)) this.currentNode = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
  }
}

/** The nodes after the root as a list, each after its parent and a main line before its variations. */
export function listNodes(tree: Tree): { nodes: Node[]; list: ListedNode[] } {
  const nodes: Node[] = [];
  const list: ListedNode[] = [];
  const add = (node: Node, parent: number) => {
    nodes.push(node);
    const index = list.push({ parent, move: node.move ?? "", comment: node.comment });
    for (const child of node.children) add(child, index);
  };
  for (const child of tree.root.children) add(child, 0);
  return { nodes, list };
}

/** The tree of a list, at its root. `play` applies the rules, and throws if a move is not legal. */
export function treeOf(start: Look, list: readonly ListedNode[], play: (at: Look, move: string) => Look): Tree {
  const tree = new Tree(start);
  const nodes = [tree.root];
  for (const { parent, move, comment } of list) {
    const from = nodes[parent];
    if (from === undefined) throw new Error(`the tree has no node ${parent} yet`);
    tree.go(from);
    const node = tree.play(move, play(from.look, move));
    node.comment = comment;
    nodes.push(node);
  }
  tree.go(tree.root);
  return tree;
}

/** The tree of a game without variations, at its end. `play` applies the rules, and throws if a move is not legal. */
export function treeOfMoves(start: Look, moves: readonly string[], play: (at: Look, move: string) => Look): Tree {
  const tree = new Tree(start);
  for (const move of moves) tree.play(move, play(tree.current.look, move));
  return tree;
}

/** The number of a move, counted without passes. */
export function moveNumber(node: Node): number {
  let number = 0;
  for (let it: Node | null = node; it !== null; it = it.parent) if (it.move !== null && it.move !== "pass") number++;
  return number;
}
