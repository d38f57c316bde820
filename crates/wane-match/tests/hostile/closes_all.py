"""Closes all its descriptors."""

# verdict: crash: it ended with status

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.closerange(0, 100)
