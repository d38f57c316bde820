"""Has a generator without end in place of a list."""

# verdict: output: its candidate_list is

import itertools

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = itertools.cycle([(2, 3)])
