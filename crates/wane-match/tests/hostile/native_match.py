"""Hides in a regular expression that needs exponential time, from which an exception gets it."""

# verdict: none
# time: 500ms
# cheats: yes

import re

from base import Player


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        self.moves += 1
        if self.moves == 1:
            re.match("(a+)+b", "a" * 60)
