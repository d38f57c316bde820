"""Hides memory in pipes that keep huge pages alive after they were given back."""

# verdict: crash: Function not implemented

import ctypes
import mmap
import os

from base import Player
from kernel import LIBC, checked

HUGE = 2 << 20


class Span(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def fill(pipe):
    """Lets a pipe refer to one small page of each of many huge ones."""
    for _ in range(14):
        room = mmap.mmap(-1, 2 * HUGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        room.madvise(mmap.MADV_HUGEPAGE)
        start = -(-ctypes.addressof(ctypes.c_char.from_buffer(room)) // HUGE) * HUGE
        ctypes.memset(start, 1, 1)
        span = Span(start, 4096)
        checked(LIBC.vmsplice(pipe, ctypes.byref(span), ctypes.c_size_t(1), 0))
        # The page in the pipe keeps the whole huge page.
        room.madvise(mmap.MADV_DONTNEED)


class AI(Player):
    pipes = []

    def go(self, chessboard):
        self.find_moves(chessboard)
        if not self.pipes:
            for _ in range(8):
                self.pipes.append(os.pipe())
                fill(self.pipes[-1][1])
