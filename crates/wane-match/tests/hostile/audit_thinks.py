"""Thinks in an audit hook, which cannot be removed."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import gc
import sys
import time

from base import Player

is_told = False


def hook(event, arguments):
    if is_told:
        time.sleep(60)


class AI(Player):
    def go(self, chessboard):
        global is_told
        self.find_moves(chessboard)
        sys.addaudithook(hook)
        is_told = True
        gc.get_objects()
