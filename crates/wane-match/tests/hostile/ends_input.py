"""Closes the input of the host, which then ends."""

# verdict: crash: it ended

import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, host().lines.input.fileno())
