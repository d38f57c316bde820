"""Ends its process when the host shows its candidate."""

# verdict: crash: it ended

import os

from base import Player


class Move:
    def __repr__(self):
        os._exit(0)


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = [Move()]
