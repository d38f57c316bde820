"""Lowers its own limit of processor time, and is killed by the kernel."""

# verdict: crash: it was killed by signal 9
# time: 10s

import resource

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
        while True:
            pass
