"""Starts a process with the newer call for it."""

# verdict: crash: Function not implemented

import ctypes

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("clone3", (ctypes.c_uint64 * 8)(), 64)
