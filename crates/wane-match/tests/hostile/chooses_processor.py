"""Chooses the processor of its opponent."""

# verdict: crash: Function not implemented

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.sched_setaffinity(0, {0})
