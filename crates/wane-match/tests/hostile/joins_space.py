"""Wants to join a namespace of another process."""

# verdict: crash: Function not implemented

import os

from base import Player
from kernel import LIBC, checked


class AI(Player):
    def go(self, chessboard):
        handle = os.open("/proc/self/ns/net", os.O_RDONLY)
        checked(LIBC.setns(handle, 0))
