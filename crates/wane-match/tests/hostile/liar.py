"""Plays where it may not."""

# verdict: illegal: a1

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list[:] = [(0, 0)]
