"""Lets the kernel work for it through asynchronous requests."""

# verdict: crash: Function not implemented

import ctypes

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("io_setup", 8, (ctypes.c_uint64 * 1)())
