"""Lets the kernel work for it through io_uring."""

# verdict: crash: Function not implemented

import ctypes

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("io_uring_setup", 8, (ctypes.c_uint64 * 16)())
