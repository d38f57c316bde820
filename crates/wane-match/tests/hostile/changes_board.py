"""Fills the board with its own discs and plays in a corner."""

# verdict: illegal: a1

from base import Player


class AI(Player):
    def go(self, chessboard):
        for row in chessboard:
            row[:] = [self.color] * len(row)
        self.candidate_list = [(0, 0)]
