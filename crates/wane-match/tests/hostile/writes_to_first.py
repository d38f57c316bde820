"""Writes into the memory of the first process."""

# verdict: crash: Function not implemented

import ctypes

from base import Player
from kernel import LIBC, checked


class AI(Player):
    def go(self, chessboard):
        span = (ctypes.c_size_t * 2)(0x1000, 8)
        one = ctypes.c_ulong(1)
        checked(LIBC.process_vm_writev(1, span, one, span, one, ctypes.c_ulong(0)))
