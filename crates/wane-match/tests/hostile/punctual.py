"""Thinks until 200 ms before its limit."""

# verdict: none
# time: 400ms
# slow: yes

import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        until = time.monotonic() + self.time_out - 0.2
        self.find_moves(chessboard)
        while time.monotonic() < until:
            pass
