"""Greets the referee again, with a lie about its memory."""

# verdict: output: is no line of the host

import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        lines = host().lines
        lines.say("hello", v=2, python="3", numpy=None, numba=None, resident_bytes=1 << 50)
        time.sleep(5)
