"""Computes a number of 300 megabytes."""

# verdict: memory: MB are allowed

import time

from base import Player


class AI(Player):
    bits = 8 * (300 << 20)

    def go(self, chessboard):
        number = (1 << self.bits) - 1
        time.sleep(5)
        return number
