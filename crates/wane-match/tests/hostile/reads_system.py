"""Looks for what the system tells about the machine."""

# verdict: crash: FileNotFoundError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.listdir("/sys")
