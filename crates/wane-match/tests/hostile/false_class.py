"""Has a candidate that says that it is a float, and is none."""

# verdict: output: whole numbers

from base import Player


class Row:
    @property
    def __class__(self):
        return float

    def is_integer(self):
        raise ValueError("mine")


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = [(Row(), 3)]
