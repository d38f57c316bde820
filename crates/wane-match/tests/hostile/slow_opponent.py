"""Sleeps for a part of its time, while its opponent waits."""

# verdict: none

import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        time.sleep(0.02)
        self.find_moves(chessboard)
