"""Has a list that never ends for who goes through it."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player


class Candidates(list):
    def __iter__(self):
        while True:
            time.sleep(0.1)
            yield (2, 3)


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = Candidates([(2, 3)])
