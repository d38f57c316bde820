"""Leaves the host no room to call its functions."""

# verdict: crash: RecursionError

import sys

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        sys.setrecursionlimit(12)
