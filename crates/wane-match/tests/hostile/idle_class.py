"""Runs in the class of idle processes, which may be late, and asks for pity."""

# verdict: none

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        self.find_moves(chessboard)
