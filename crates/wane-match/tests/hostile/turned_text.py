"""Raises an exception whose text runs from right to left, and has no width."""

# verdict: crash: ValueError

from base import Player


class AI(Player):
    def go(self, chessboard):
        raise ValueError("\u202egnorw si yrotciv\u2066\u200b\ufeff\u2028line\u0085next")
