"""Reads from the address zero."""

# verdict: crash: it was killed by signal 11

import ctypes

from base import Player


class AI(Player):
    def go(self, chessboard):
        ctypes.string_at(0)
