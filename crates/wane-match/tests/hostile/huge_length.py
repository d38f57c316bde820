"""Has a list that says that it has no end."""

# verdict: illegal: a1

import sys

from base import Player


class Candidates(list):
    def __len__(self):
        return sys.maxsize

    def __getitem__(self, index):
        return (0, 0)


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = Candidates()
