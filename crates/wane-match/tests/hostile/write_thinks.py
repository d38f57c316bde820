"""Puts a function in the place of os.write that thinks before it writes."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import os
import time

from base import Player

write = os.write


def late_write(handle, data):
    time.sleep(2)
    return write(handle, data)


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        os.write = late_write
