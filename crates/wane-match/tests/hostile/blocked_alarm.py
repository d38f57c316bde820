"""Blocks all signals with native code."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import ctypes

from base import Player
from kernel import LIBC

SIG_BLOCK = 0


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        everything = (ctypes.c_ulong * 16)(*[2**64 - 1] * 16)
        LIBC.pthread_sigmask(SIG_BLOCK, everything, None)
        while True:
            pass
