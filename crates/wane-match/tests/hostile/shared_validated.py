"""Takes shared memory with the other flag for it."""

# verdict: crash: Error

import mmap

from base import Player

MAP_SHARED_VALIDATE = 3


class AI(Player):
    def go(self, chessboard):
        mmap.mmap(-1, 200 << 20, flags=MAP_SHARED_VALIDATE | mmap.MAP_ANONYMOUS)
