"""Prints a gigabyte."""

# verdict: output: it writes without end to standard error

from base import Player


class AI(Player):
    def go(self, chessboard):
        for _ in range(1024):
            print(1048575 * "x")
