"""Handles its own broken memory, forever."""

# verdict: time-out: no move after
# time: 300ms

import ctypes
import signal

from base import Player


class AI(Player):
    def go(self, chessboard):
        # The handler of Python runs later, and the instruction is tried again.
        signal.signal(signal.SIGSEGV, lambda *_: None)
        ctypes.string_at(0)
