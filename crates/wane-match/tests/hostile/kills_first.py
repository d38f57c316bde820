"""Kills the first process, and plays on if it lives."""

# verdict: none

import os
import signal

from base import Player


class AI(Player):
    def go(self, chessboard):
        try:
            os.kill(1, signal.SIGKILL)
        except PermissionError:
            # As another user; otherwise the kernel ignores the signal.
            pass
        self.find_moves(chessboard)
