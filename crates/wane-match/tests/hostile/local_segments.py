"""Changes the segments of its processor, an old way into the kernel."""

# verdict: crash: Function not implemented

import ctypes
import os

from base import Player
from kernel import number

MODIFY_LDT = 154


class AI(Player):
    def go(self, chessboard):
        # Only x86 has segments; elsewhere this number is no call for them.
        if os.uname().machine != "x86_64":
            raise OSError(38, os.strerror(38))
        number(MODIFY_LDT, 0, (ctypes.c_uint64 * 64)(), 512)
