"""Kills every process that it may."""

# verdict: crash: ProcessLookupError

import os
import signal

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.kill(-1, signal.SIGKILL)
