"""Kills the process group of its parent, and its own."""

# verdict: crash: it was killed by signal 9

import os
import signal

from base import Player


class AI(Player):
    def go(self, chessboard):
        try:
            os.killpg(os.getpgid(os.getppid()), signal.SIGKILL)
        except ProcessLookupError:
            os.killpg(0, signal.SIGKILL)
