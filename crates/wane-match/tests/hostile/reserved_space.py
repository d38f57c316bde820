"""Reserves more address space than there is."""

# verdict: crash: Cannot allocate memory

import mmap

from base import Player


class AI(Player):
    def go(self, chessboard):
        rooms = []
        while True:
            rooms.append(mmap.mmap(-1, 1 << 30, prot=0, flags=0x4000 | mmap.MAP_PRIVATE | 0x20))
