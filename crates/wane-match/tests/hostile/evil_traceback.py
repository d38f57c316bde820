"""Raises an exception whose traceback it has changed into something else."""

# verdict: crash: it ended with status

from base import Player


class Error(Exception):
    @property
    def __traceback__(self):
        raise SystemExit

    def __str__(self):
        raise SystemError


class AI(Player):
    def go(self, chessboard):
        raise Error
