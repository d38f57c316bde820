"""Presses the magic keys that restart the machine."""

# verdict: crash: Error

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        # To open it is enough to show that it may.
        os.open("/proc/sysrq-trigger", os.O_WRONLY)
