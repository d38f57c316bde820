"""Gives the memory of another process back."""

# verdict: crash: Function not implemented

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("process_madvise", 0, 0, 0, 0, 0)
