// A game with its variations: a tree of positions, with a place in it where the player is.

import type { Look } from "../wane/messages";

export interface Node {
  readonly id: number;
  /** The move that led here, `pass` for a pass; null at the root. */
  readonly move: string | null;
  readonly look: Look;
  readonly parent: Node | null;
  /** What was played from here; the first is the main line. */
  readonly children: Node[];
}

export class Tree {
  private nextId = 1;
  readonly root: Node;
  private here: Node;

  constructor(start: Look) {
    this.root = { id: 0, move: null, look: start, parent: null, children: [] };
    this.here = this.root;
  }

  get current(): Node {
    return this.here;
  }

  /** Plays a move from the current position; one that was played here before is found again. */
  play(move: string, look: Look): Node {
    let child = this.here.children.find((it) => it.move === move);
    if (child === undefined) {
      child = { id: this.nextId++, move, look, parent: this.here, children: [] };
      this.here.children.push(child);
    }
    this.here = child;
    return child;
  }

  go(node: Node): void {
    this.here = node;
  }

  back(): boolean {
    if (this.here.parent === null) return false;
    this.here = this.here.parent;
    return true;
  }

  forward(): boolean {
    const next = this.here.children[0];
    if (next === undefined) return false;
    this.here = next;
    return true;
  }

  /** From the root to the current position. */
  path(to: Node = this.here): Node[] {
    const nodes: Node[] = [];
    for (let node: Node | null = to; node !== null; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The line through the current position: what led to it, and the main line from there. */
  line(): Node[] {
    const nodes = this.path();
    for (let node = this.here.children[0]; node !== undefined; node = node.children[0]) nodes.push(node);
    return nodes;
  }

  /** Makes the line to a position the main one. */
  promote(node: Node): void {
    for (let it = node; it.parent !== null; it = it.parent) {
      const siblings = it.parent.children;
      siblings.splice(siblings.indexOf(it), 1);
      siblings.unshift(it);
    }
  }

  /** Takes a position and all behind it out of the tree. */
  remove(node: Node): void {
    const parent = node.parent;
    if (parent === null) return;
    if (this.path().includes(node)) this.here = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
  }
}

/** The number of a move, counted without passes, as players do. */
export function moveNumber(node: Node): number {
  let number = 0;
  for (let it: Node | null = node; it !== null; it = it.parent) if (it.move !== null && it.move !== "pass") number++;
  return number;
}
