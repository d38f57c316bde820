"""Wants to handle its page faults itself, to stop the kernel in the middle of its work."""

# verdict: crash: Function not implemented

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("userfaultfd", 0)
