"""Puts a function in the place of the one that reads its candidates."""

# verdict: illegal: a1

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        move = {"move": {"row": 0, "column": 0}}
        host().last_candidate = lambda: (1, move)
