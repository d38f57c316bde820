"""A match between your class and the gallery, by the rules and the clock of the contest.

python examples/match.py [SECONDS]
"""

from __future__ import annotations

import sys

import numpy as np
import wane
from numpy.typing import NDArray
from wane.contest import play


class AI:
    """Gives the opponent as few moves as possible, and takes few discs."""

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        self.color = color
        self.candidate_list: list[tuple[int, int]] = []

    def go(self, chessboard: NDArray[np.int64]) -> None:
        board = wane.Board.from_array(chessboard, self.color)
        self.candidate_list = board.legal_pairs()
        if self.candidate_list:
            self.candidate_list.append(min(self.candidate_list, key=lambda move: self.cost(board, move)))

    def cost(self, board: wane.Board, move: tuple[int, int]) -> tuple[int, int]:
        flipped = len(board.flips(move))
        after = board.copy()
        after.play(move)
        return len(after.legal_pairs()), flipped


def main(seconds: float) -> None:
    for opponent in ("random", "greedy", "seed-001", "3"):
        match = play(AI, opponent, games=4, seconds=seconds)
        print(match)
        # The last game as a text that the page and `wane analyze` read.
        print("  ", match.games[-1].game.to_text())


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
