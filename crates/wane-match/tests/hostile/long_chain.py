"""Raises an exception at the end of a chain of hundreds."""

# verdict: crash: ValueError

from base import Player


class AI(Player):
    def go(self, chessboard):
        error = ValueError("0")
        for number in range(500):
            cause, error = error, ValueError(str(number))
            error.__cause__ = cause
        raise error
