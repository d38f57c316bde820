"""Starts itself again and again."""

# verdict: crash: PermissionError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        while True:
            os.fork()
