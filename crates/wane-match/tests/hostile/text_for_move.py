"""Gives the name of a square in place of a pair of numbers."""

# verdict: output: whole numbers

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = ["d3"]
