"""Makes a timer that would send SIGCONT to it while it is stopped."""

# verdict: crash: Function not implemented

import ctypes
import signal

from base import Player
from kernel import call

CLOCK_MONOTONIC = 1


class AI(Player):
    def go(self, chessboard):
        event = (ctypes.c_int * 16)()
        event[2] = signal.SIGCONT
        call("timer_create", CLOCK_MONOTONIC, event, (ctypes.c_long * 1)())
