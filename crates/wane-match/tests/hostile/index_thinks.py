"""Has a candidate whose row takes forever, after go has returned."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player


class Row:
    def __index__(self):
        time.sleep(60)
        return 2


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = [(Row(), 3)]
