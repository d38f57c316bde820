"""Raises an exception whose type has no name that can be read."""

# verdict: crash: go raised Error

from base import Player


class Nameless(type):
    @property
    def __name__(cls):
        raise KeyError("mine")


class Error(Exception, metaclass=Nameless):
    pass


class AI(Player):
    def go(self, chessboard):
        raise Error
