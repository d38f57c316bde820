"""Adds numbers in one step of Python, so that no exception can end it."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        sum(range(10**10))
