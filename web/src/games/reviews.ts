// Reviews of the player's own games. Each is kept with a study of the game, so that it is there when the game is opened.

import { signal } from "@preact/signals";

import { type KeptStudy, studies } from "../analyse/kept";
import { Study } from "../analyse/study";
import { sideOf } from "../game/side";
import { listNodes, type Node, treeOf } from "../game/tree";
import { namesOf } from "../play/names";
import type { Saved } from "../play/saved";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";
import type { Thinker } from "../wane/thinker";
import type { OwnMove } from "./habits";

/** Opens a game in a study, as a new one. */
export function openPlayed(study: Study, { id, settings, moves }: Saved): void {
  const { size, objective, start, opponent, colour } = settings;
  const from = start === null ? rules.start(size, objective) : rules.look(start, objective);
  const learner = opponent === "friend" ? null : colour;
  study.open(from, moves, 0, { names: namesOf(settings), learner, game: id });
}

/** The player's moves in the review of a game; null if the whole game was not reviewed. */
export function ownMoves({ moves, settings }: Saved, { start, objective, nodes: list, review }: KeptStudy): OwnMove[] | null {
  if (review === null || settings.opponent === "friend") return null;
  const tree = treeOf(rules.look(start, objective), list, rules.play);
  const end = listNodes(tree).nodes[review.end - 1] ?? tree.root;
  const line = tree.path(end).filter(({ move }) => move !== null && move !== "pass");
  const played = moves.filter((it) => it !== "pass");
  if (line.length !== played.length || line.some(({ move }, index) => move !== played[index])) return null;
  return line.flatMap((node, index) => {
    const found = review.moves[index];
    return found === undefined || sideBefore(node) !== settings.colour ? [] : [ownMove(node, found)];
  });
}

function ownMove({ parent, move }: Node, review: OwnMove["review"]): OwnMove {
  const look = parent?.look;
  const size = look?.size ?? 8;
  const flips = look?.moves.find((it) => it.square === move)?.flips.length ?? 0;
  return { review, size, empties: size * size - (look?.black ?? 0) - (look?.white ?? 0), flips };
}

function sideBefore({ parent }: Node) {
  return parent === null ? null : sideOf(parent.look);
}

/** Reviews games one after the other. */
export class Reviewer {
  /** The number of games that are reviewed, of all that were asked for; null if it is not running. */
  readonly progress = signal<{ done: number; all: number } | null>(null);
  readonly error = signal<PageProblem | null>(null);
  private study: Study | null = null;

  constructor(private readonly engine: Thinker) {}

  /** Reviews these games, and tells after each. */
  async start(games: readonly Saved[], onReviewed: () => void): Promise<void> {
    this.cancel();
    this.error.value = null;
    const study = new Study(this.engine, rules.start(8, "fewest"));
    this.study = study;
    for (const [done, game] of games.entries()) {
      this.progress.value = { done, all: games.length };
      openPlayed(study, game);
      await study.startReview();
      if (this.study !== study) return;
      this.error.value = study.review.error.value;
      if (this.error.value !== null) break;
      await studies.put(study.kept());
      onReviewed();
    }
    this.progress.value = null;
  }

  cancel(): void {
    this.study?.review.cancel();
    this.study = null;
    this.progress.value = null;
  }
}
