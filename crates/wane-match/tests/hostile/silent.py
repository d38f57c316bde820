"""Chooses nothing."""

# verdict: output: candidate list was empty

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list.clear()
        return (2, 3)
