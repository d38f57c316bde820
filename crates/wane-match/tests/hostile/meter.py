"""Counts loops for half of its time, and prints how many there were."""

# verdict: none
# time: 500ms
# slow: yes

import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        until = time.monotonic() + 0.5 * self.time_out
        self.find_moves(chessboard)
        loops = 0
        while time.monotonic() < until:
            loops += 1
        print("loops", loops)
