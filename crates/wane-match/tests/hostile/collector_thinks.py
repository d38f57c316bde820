"""Thinks in a callback of the garbage collector, which it keeps busy."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import gc
import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        gc.callbacks.append(lambda *_: time.sleep(60))
        gc.set_threshold(1)
