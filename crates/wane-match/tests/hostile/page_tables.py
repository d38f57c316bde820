"""Touches one page in each two megabytes of a large mapping, to get page tables."""

# verdict: none

import mmap

from base import Player


class AI(Player):
    rooms = []

    def go(self, chessboard):
        self.find_moves(chessboard)
        if not self.rooms:
            room = mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            for at in range(0, len(room), 2 << 20):
                room[at] = 1
            self.rooms.append(room)
