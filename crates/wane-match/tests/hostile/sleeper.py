"""Sleeps."""

# verdict: time-out: its candidate list was still empty at the limit
# time: 300ms

import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list.clear()
        time.sleep(60)
