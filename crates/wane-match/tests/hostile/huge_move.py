"""Plays far away from the board."""

# verdict: output: whole numbers

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = [(10**400, -(10**400))]
