"""Hides the family of a socket in the upper half of a number, which the kernel does not read."""

# verdict: crash: PermissionError

import ctypes
import os

from base import Player
from kernel import number

SOCKET, AF_INET, SOCK_STREAM = (41, 198), 2, 1


class AI(Player):
    def go(self, chessboard):
        which = SOCKET[os.uname().machine != "x86_64"]
        number(which, ctypes.c_ulong(1 << 32 | AF_INET), SOCK_STREAM, 0)
        raise RuntimeError("it has a socket")
