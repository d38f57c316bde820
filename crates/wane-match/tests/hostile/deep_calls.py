"""Calls itself without end."""

# verdict: memory: MB are allowed

import sys

from base import Player

sys.setrecursionlimit(10**9)


def deeper(number):
    return [deeper(number + 1)]


class AI(Player):
    def go(self, chessboard):
        deeper(0)
