"""Queues signals to itself until the kernel has no room for more."""

# verdict: none

import os
import signal

from base import Player


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        self.moves += 1
        if self.moves == 1:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN + 5})
            for _ in range(10000):
                os.kill(os.getpid(), signal.SIGRTMIN + 5)
