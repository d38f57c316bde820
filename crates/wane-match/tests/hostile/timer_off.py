"""Switches the timer off with native code, and thinks longer than it may."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import ctypes
import time

from base import Player
from kernel import LIBC, checked

ITIMER_REAL = 0


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.setitimer(ITIMER_REAL, (ctypes.c_long * 4)(), None))
        until = time.monotonic() + self.time_out + 1.5
        while time.monotonic() < until:
            pass
        self.find_moves(chessboard)
