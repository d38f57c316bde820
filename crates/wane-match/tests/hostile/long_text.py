"""Raises an exception with a text of a megabyte."""

# verdict: crash: ValueError

from base import Player


class AI(Player):
    def go(self, chessboard):
        raise ValueError("x" * (1 << 20))
