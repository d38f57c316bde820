"""Calls the kernel with the numbers of x32, which a filter can forget."""

# verdict: crash: Function not implemented

import os

from base import Player
from kernel import number

X32, FORK = 1 << 30, 57


class AI(Player):
    def go(self, chessboard):
        if os.uname().machine != "x86_64":
            raise OSError(38, os.strerror(38))
        if number(X32 | FORK) == 0:
            os._exit(0)
        raise RuntimeError("it has a child")
