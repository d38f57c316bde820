"""Lets native code of Python call itself without end."""

# verdict: crash: it was killed by signal 11

import os
import signal
import sys

from base import Player

sys.setrecursionlimit(10**9)


class AI(Player):
    def go(self, chessboard):
        nested = []
        for _ in range(10**5):
            nested = [nested]
        try:
            repr(nested)
        except RecursionError:
            # Newer versions of Python notice it.
            os.kill(os.getpid(), signal.SIGSEGV)
