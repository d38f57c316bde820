"""Thinks in a trace function while the host runs."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import sys
import time

from base import Player


def trace(frame, event, argument):
    if frame.f_code.co_name == "say":
        time.sleep(60)


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        sys.settrace(trace)
