"""Plays at rows and columns that are truth values, which Python takes for numbers."""

# verdict: illegal: b2

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = [(True, True)]
