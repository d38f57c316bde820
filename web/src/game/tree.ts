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
}

export class Tree {
  private nextId = 1;
  readonly root: Node;
  private currentNode: Node;

  constructor(start: Look) {
    this.root = { id: 0, move: null, look: start, parent: null, children: [] };
    this.currentNode = this.root;
  }

  get current(): Node {
    return this.currentNode;
  }

  /** Plays a move from the current position. A move that was played here before keeps its node. */
  play(move: string, look: Look): Node {
    let child = this.currentNode.children.find((it) => it.move === move);
    if (child === undefined) {
      child = { id: this.nextId++, move, look, parent: this.currentNode, children: [] };
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

/** The number of a move, counted without passes. */
export function moveNumber(node: Node): number {
  let number = 0;
  for (let it: Node | null = node; it !== null; it = it.parent) if (it.move !== null && it.move !== "pass") number++;
  return number;
}
