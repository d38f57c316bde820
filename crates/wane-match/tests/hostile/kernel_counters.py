"""Watches the processor with the counters of the kernel."""

# verdict: crash: Function not implemented

import ctypes

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("perf_event_open", (ctypes.c_uint64 * 16)(), 0, -1, -1, 0)
