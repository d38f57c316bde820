// The moves of a game with its variations. Each is a button that shows its position.

import { useEffect, useRef } from "preact/hooks";

import { sideOf } from "../game/side";
import { moveNumber, type Node, type Tree } from "../game/tree";
import { words } from "../words/words";

interface Props {
  tree: Tree;
  current: Node;
  /** The loss of a move in discs, by the id of the node after it. */
  losses: ReadonlyMap<number, number>;
  onGo: (node: Node) => void;
}

type LineProps = Pick<Props, "current" | "losses" | "onGo">;

/** A move that loses at least this many discs is marked. */
const BAD_LOSS = 2;

export function Moves({ tree, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // Scrolls the list to the current move, but not the page.
  useEffect(() => {
    const here = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (!box.current || !here) return;
    const top = here.offsetTop - box.current.offsetTop;
    const { scrollTop, clientHeight } = box.current;
    if (top < scrollTop) box.current.scrollTop = top;
    else if (top + here.offsetHeight > scrollTop + clientHeight) {
      box.current.scrollTop = top + here.offsetHeight - clientHeight;
    }
  }, [props.current]);
  if (tree.root.children.length === 0) return null;
  return (
    <div class="moves" role="group" aria-label={words().analyse.moves} ref={box}>
      <Line from={tree.root} {...props} />
    </div>
  );
}

/** The main line from a position, with the variations in brackets. */
function Line({ from, ...props }: LineProps & { from: Node }) {
  const parts = [];
  for (let node: Node | undefined = from; node !== undefined; node = node.children[0]) {
    const [main, ...others] = node.children;
    if (main === undefined) break;
    parts.push(<Item key={main.id} node={main} {...props} />);
    for (const other of others) {
      parts.push(
        <span class="variation" key={other.id}>
          <Item node={other} {...props} />
          <Line from={other} {...props} />
        </span>,
      );
    }
  }
  return <>{parts}</>;
}

function Item({ node, current, losses, onGo }: LineProps & { node: Node }) {
  const loss = losses.get(node.id) ?? 0;
  const isBad = loss >= BAD_LOSS;
  const side = node.parent !== null && sideOf(node.parent.look) === "X" ? "black" : "white";
  const isPass = node.move === "pass";
  return (
    <button
      type="button"
      class={`move ${side} ${isBad ? "bad" : ""}`}
      aria-current={node === current ? "step" : undefined}
      onClick={() => onGo(node)}
    >
      {!isPass && <small>{moveNumber(node)}</small>}
      {isPass ? words().analyse.pass : node.move}
      {isBad && <sup>{`−${loss.toFixed(1)}`}</sup>}
    </button>
  );
}
