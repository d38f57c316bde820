"""Takes memory in many small mappings."""

# verdict: memory: MB are allowed

import mmap

from base import Player


class AI(Player):
    def go(self, chessboard):
        rooms = []
        while True:
            room = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            room[0] = 1
            rooms.append(room)
