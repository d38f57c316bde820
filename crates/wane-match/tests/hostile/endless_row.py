"""Plays at a row that is infinite."""

# verdict: output: whole numbers

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = [(float("inf"), 1.0)]
