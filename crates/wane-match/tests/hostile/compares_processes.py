"""Compares what processes share, to find out about the kernel."""

# verdict: crash: Function not implemented

import os

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("kcmp", os.getpid(), 1, 0, 0, 0)
