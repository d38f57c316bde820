"""Takes shared memory from the device of zeros."""

# verdict: crash: OSError

import mmap
import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        handle = os.open("/dev/zero", os.O_RDWR)
        mmap.mmap(handle, 200 << 20, flags=mmap.MAP_SHARED)
