"""Deletes its list."""

# verdict: output: candidate_list

from base import Player


class AI(Player):
    def go(self, chessboard):
        del self.candidate_list
