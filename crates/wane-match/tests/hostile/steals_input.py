"""Reads the next question before the host can."""

# verdict: time-out: no move after
# time: 300ms

import os

from base import Player, host


def steal(handle):
    while True:
        os.read(handle, 100000)


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        own = host().lines
        # The host waits for a question that others have.
        own.hear = lambda: steal(own.input.fileno())
