"""Takes memory that it has promised to give back, and uses it."""

# verdict: memory: MB are allowed

import mmap
import time

from base import Player

SIZE = 200 << 20
MADV_FREE = 8


class AI(Player):
    def go(self, chessboard):
        room = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        until = time.monotonic() + 5
        while time.monotonic() < until:
            for at in range(0, SIZE, 4096):
                room[at] = 1
            room.madvise(MADV_FREE)
