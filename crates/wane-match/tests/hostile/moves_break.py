"""Takes memory at the end of its data segment."""

# verdict: memory: MB are allowed

import ctypes
import time

from base import Player
from kernel import LIBC


class AI(Player):
    def go(self, chessboard):
        LIBC.sbrk.restype = ctypes.c_void_p
        start = LIBC.sbrk(ctypes.c_ssize_t(300 << 20))
        ctypes.memset(start, 1, 300 << 20)
        time.sleep(5)
