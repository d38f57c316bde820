"""Stops the clock of Python while it thinks."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        real, now = time.monotonic, time.monotonic()
        time.monotonic = lambda: now
        until = real() + self.time_out + 1.5
        while real() < until:
            pass
        self.find_moves(chessboard)
