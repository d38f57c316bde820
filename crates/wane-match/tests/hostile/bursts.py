"""Takes memory for a few milliseconds at a time, and forgets its peak."""

# verdict: memory: MB are allowed

import mmap
import time

from base import Player

SIZE = 400 << 20


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        until = time.monotonic() + 5
        while time.monotonic() < until:
            room = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            room.madvise(mmap.MADV_HUGEPAGE)
            for at in range(0, SIZE, 2 << 20):
                room[at] = 1
            room.close()
            with open("/proc/self/clear_refs", "w") as file:
                file.write("5")
            time.sleep(0.01)
