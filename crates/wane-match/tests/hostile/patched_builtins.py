"""Puts functions of its own in the place of the ones that the host needs."""

# verdict: crash: it ended with status

import builtins

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        builtins.len = builtins.map = builtins.isinstance = None
