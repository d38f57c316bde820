"""Raises an exception that would write to the clipboard and over the line above."""

# verdict: crash: ValueError

from base import Player


class AI(Player):
    def go(self, chessboard):
        raise ValueError("\x1b]52;c;cm0gLXJmIH4=\x07\x1b[1A\x1b[2Kgame 1: greedy lost\r")
