"""Takes a descriptor from another process."""

# verdict: crash: Function not implemented

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("pidfd_getfd", 0, 1, 0)
