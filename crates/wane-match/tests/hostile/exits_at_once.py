"""Ends its process as if all were well."""

# verdict: crash: it ended

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        os._exit(0)
