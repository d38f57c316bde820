"""Writes without end to standard error."""

# verdict: output: it writes without end to standard error

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        while True:
            os.write(2, b"x" * 65536)
