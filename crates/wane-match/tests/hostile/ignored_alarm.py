"""Ignores the signal of the timer with native code."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import ctypes
import signal
import time

from base import Player
from kernel import LIBC

SIG_IGN = ctypes.c_void_p(1)


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        LIBC.signal(int(signal.SIGALRM), SIG_IGN)
        time.sleep(self.time_out + 1.5)
