"""Takes standard output and standard error away from the host."""

# verdict: none

import sys

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None
