import type { ChapterName } from "../../learn/course";

/** The texts of a chapter. */
export interface ChapterWords {
  title: string;
  /** The idea, in a few sentences. */
  idea: string;
  /** What to do in the first position. */
  ask: string;
  right: (square: string) => string;
  wrong: (square: string) => string;
}

export interface CourseWords {
  chapter: (number: number, all: number) => string;
  passed: string;
  check: string;
  checkAsk: string;
  checkRight: (square: string) => string;
  checkWrong: (square: string) => string;
  toCheck: string;
  nextChapter: string;
  overview: string;
  follows: string;
  ends: (own: number, other: number) => string;
  done: string;
  chapters: { readonly [C in ChapterName]: ChapterWords };
}

export const course: CourseWords = {
  chapter: (number, all) => `Chapter ${number} of ${all}`,
  passed: "passed",
  check: "check",
  checkAsk: "The same idea in another position, without help. Find the right move.",
  checkRight: (square) => `${square} is right. You have passed this chapter.`,
  checkWrong: (square) => `${square} is not it. Watch what follows, and try again.`,
  toCheck: "On to the check",
  nextChapter: "Next chapter",
  overview: "All chapters",
  follows: "This is what follows with best play of both sides.",
  ends: (own, other) => `At the end you have ${own} discs and your opponent ${other}.`,
  done: "You have passed all eight chapters. Now play a game, and review it.",
  chapters: {
    opening: {
      title: "The first moves",
      idea: "Black’s four first moves are mirror images of each other. White has three answers: parallel, diagonal and perpendicular. Wane has searched all 67,245 positions after eight moves: the best answer is more than two discs better for White than the worst.",
      ask: "You are White, and Black has begun with f5. Play the best answer.",
      right: (square) => `${square} is the best answer: the scores of the other two are worse for White.`,
      wrong: (square) => `${square} gives Black more than the best answer does.`,
    },
    choice: {
      title: "Keep the choice, take it away",
      idea: "A side with many moves can avoid the bad ones. A side with few moves soon has to play them. So before you count discs, count moves: yours and your opponent’s.",
      ask: "Play the winning move: it leaves your opponent the fewest replies.",
      right: (square) => `After ${square} your opponent has hardly a choice left.`,
      wrong: (square) => `After ${square} your opponent can choose, and chooses well.`,
    },
    inside: {
      title: "Quiet moves",
      idea: "A disc next to an empty square is part of the frontier: it gives the opponent a move. A quiet move turns over only discs inside, which touch no other empty square, so it opens nothing.",
      ask: "Only one move is quiet, and only that one wins. Find it.",
      right: (square) => `${square} turns over discs inside alone, and opens no new square.`,
      wrong: (square) => `${square} turns over discs at the frontier, or does not win for another reason.`,
    },
    edges: {
      title: "Edges hold discs",
      idea: "A disc on an edge can be turned over only along that edge. So discs there tend to stay, and here nobody wants discs that stay. A move inside the board is often better than one on its edge.",
      ask: "Every move on the edge loses. Play the winning move inside.",
      right: (square) => `${square} stays off the edge, and your opponent gets the discs there.`,
      wrong: (square) => `${square} leaves you with discs that nobody turns over any more.`,
    },
    corners: {
      title: "Corners stay for good",
      idea: "A disc in a corner can never be turned over, and it protects its neighbours of the same colour. In Reversi that is the best square of the board, here it is the worst.",
      ask: "You could take a corner. Play the winning move instead.",
      right: (square) => `${square} leaves the corner to your opponent.`,
      wrong: (square) => `After ${square} too many discs stay yours: the marked ones can never be turned over.`,
    },
    forcing: {
      title: "Force the corner",
      idea: "A side with only one legal move has to play it, even in a corner. A move that leaves only one reply is a forcing move: look for those that leave only a corner.",
      ask: "Find the move that leaves your opponent only a corner.",
      right: (square) => `After ${square} the corner is the only legal move.`,
      wrong: (square) => `After ${square} your opponent does not have to take a corner.`,
    },
    passes: {
      title: "Let the other side play",
      idea: "A side without a legal move must pass, and places no disc. Each pass of yours is a disc that your opponent has to place. A side that runs out of moves near the end has often won.",
      ask: "Play the winning move: after it you pass at least twice.",
      right: (square) => `After ${square} you run out of moves, and your opponent must fill the board.`,
      wrong: (square) => `After ${square} you still have to place discs yourself.`,
    },
    counting: {
      title: "Count at the end",
      idea: "Discs change colour until the last move, so the count in between means little. Near the end you can count to the end: play every move to the last square in your head, and take the one with the fewest discs then, not now.",
      ask: "The winning move turns over the most discs of all. Find it by counting to the end.",
      right: (square) => `${square} turns over the most discs now, and they are gone again at the end.`,
      wrong: (square) => `${square} looks better now, but not at the end.`,
    },
  },
};
