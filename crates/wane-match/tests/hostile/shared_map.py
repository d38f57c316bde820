"""Takes memory that is shared, which the limit of data does not count."""

# verdict: crash: PermissionError

import mmap

from base import Player


class AI(Player):
    def go(self, chessboard):
        mmap.mmap(-1, 200 << 20, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
