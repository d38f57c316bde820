"""Kills itself."""

# verdict: crash: it was killed by signal 9

import os
import signal

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.kill(os.getpid(), signal.SIGKILL)
