"""Takes memory that even the kernel does not see."""

# verdict: crash: Function not implemented

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("memfd_secret", 0)
