"""Ends its process with the status of an agent that does not listen."""

# verdict: time-out: catches the exception

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        os._exit(86)
