"""Loads a program into the kernel."""

# verdict: crash: Function not implemented

import ctypes

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("bpf", 5, (ctypes.c_uint64 * 16)(), 128)
