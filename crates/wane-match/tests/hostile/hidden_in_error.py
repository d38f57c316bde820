"""Raises an exception that has itself as its cause, in a ring of exceptions."""

# verdict: crash: ValueError

from base import Player


class AI(Player):
    def go(self, chessboard):
        first, second = ValueError("first"), ValueError("second")
        first.__cause__, second.__cause__ = second, first
        first.__context__, second.__context__ = second, first
        raise first
