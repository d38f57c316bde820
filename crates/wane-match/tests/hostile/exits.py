"""Ends Python in the middle of its move."""

# verdict: crash: SystemExit

import sys

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        sys.exit(0)
