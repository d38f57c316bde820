"""Takes equal pages and asks the kernel to merge them, as if they were one."""

# verdict: memory: MB are allowed

import mmap
import time

from base import Player

SIZE = 200 << 20
MADV_MERGEABLE = 12


class AI(Player):
    def go(self, chessboard):
        room = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        try:
            room.madvise(MADV_MERGEABLE)
        except OSError:
            # Not on this kernel.
            pass
        room.write(b"x" * 4096 * (SIZE // 4096))
        time.sleep(5)
