"""Raises an exception with halves of characters in its text."""

# verdict: crash: ValueError

from base import Player


class AI(Player):
    def go(self, chessboard):
        raise ValueError("\ud800\udfff\ud800")
