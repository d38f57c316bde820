"""Plays before the board, where Python would count from the end."""

# verdict: illegal: not on the board

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = [(-1, -1)]
