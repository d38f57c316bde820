"""Takes a real-time priority, with which nobody else would run."""

# verdict: crash: PermissionError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
