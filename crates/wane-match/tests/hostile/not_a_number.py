"""Plays at a row that is no number."""

# verdict: output: whole numbers

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = [(float("nan"), True)]
