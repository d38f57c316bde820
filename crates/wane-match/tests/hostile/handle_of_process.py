"""Opens a process, to send signals to it and to take its descriptors."""

# verdict: crash: Function not implemented

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("pidfd_open", 1, 0)
