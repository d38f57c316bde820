"""Raises the exception of the host before its time is up."""

# verdict: none

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        raise host().clock.ring.__globals__["TimeIsUp"]
