"""Has a list whose length raises an exception of the host's kind."""

# verdict: output: its candidate_list is

from base import Player


class Candidates(list):
    def __len__(self):
        raise KeyError("mine")


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = Candidates([(2, 3)])
