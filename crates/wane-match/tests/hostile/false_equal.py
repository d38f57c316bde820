"""Puts something into the board that is equal to everything, and then false."""

# verdict: none

from base import Player


class Disc:
    def __eq__(self, other):
        raise SystemError("mine")


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        if isinstance(chessboard, list):
            chessboard[0][0] = Disc()
