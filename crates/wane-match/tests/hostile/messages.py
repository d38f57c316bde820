"""Takes a message queue of System V, which outlives a process."""

# verdict: crash: Function not implemented

from base import Player
from kernel import LIBC, checked


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.msgget(0, 0o1600))
