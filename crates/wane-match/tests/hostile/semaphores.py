"""Takes semaphores of System V, which outlive a process."""

# verdict: crash: Function not implemented

from base import Player
from kernel import LIBC, checked


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.semget(0, 100, 0o1600))
