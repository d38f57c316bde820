// The moves of a game with its variations. Each is a button that shows its position.

import { useEffect, useRef } from "preact/hooks";

import { sideOf } from "../game/side";
import { moveNumber, type Node, type Tree } from "../game/tree";
import type { MoveReviewText, Severity } from "../wane/messages";
import { words } from "../words/words";

interface Props {
  tree: Tree;
  current: Node;
  /** The reviews of the moves, by the id of the node after the move. */
  reviews: ReadonlyMap<number, MoveReviewText>;
  onGo: (node: Node) => void;
}

type LineProps = Pick<Props, "current" | "reviews" | "onGo">;

/** The signs of moves that are not good, as in books about chess. */
export const SIGNS: Record<Severity, string> = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

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
  if (tree.root.children.length === 0 && tree.root.comment === "") return null;
  return (
    <div class="moves" role="group" aria-label={words().analyse.moves} ref={box}>
      {tree.root.comment !== "" && <span class="comment">{tree.root.comment}</span>}
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
          {"("}
          <Item node={other} {...props} />
          <Line from={other} {...props} />
          {")"}
        </span>,
      );
    }
  }
  return <>{parts}</>;
}

function Item({ node, current, reviews, onGo }: LineProps & { node: Node }) {
  const review = reviews.get(node.id);
  const severity = review?.severity ?? "good";
  const side = node.parent !== null && sideOf(node.parent.look) === "X" ? "black" : "white";
  const isPass = node.move === "pass";
  return (
    <>
      <button
        type="button"
        class={`move ${side} ${severity}`}
        aria-current={node === current ? "step" : undefined}
        onClick={() => onGo(node)}
      >
        {!isPass && <small>{moveNumber(node)}</small>}
        {isPass ? words().analyse.pass : node.move}
        {review !== undefined && severity !== "good" && (
          <sup title={words().analyse.lost(review.number, review.played, review.loss)}>{SIGNS[severity]}</sup>
        )}
      </button>
      {node.comment !== "" && <span class="comment">{node.comment}</span>}
    </>
  );
}
