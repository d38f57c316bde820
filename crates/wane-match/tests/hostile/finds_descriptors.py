"""Looks for descriptors that it should not have."""

# verdict: none

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        for name in os.listdir("/proc/self/fd"):
            try:
                target = os.readlink("/proc/self/fd/" + name)
            except FileNotFoundError:
                continue
            if not target.startswith(("pipe:", "/dev/null", "/proc/")):
                raise RuntimeError("it has " + target)
