"""Ends its process when it has answered."""

# verdict: crash: it ended

import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        lines = host().lines
        say = lines.say

        def say_and_exit(*arguments, **fields):
            say(*arguments, **fields)
            os._exit(0)

        lines.say = say_and_exit
