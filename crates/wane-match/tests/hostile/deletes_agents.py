"""Deletes the files beside it."""

# verdict: crash: Read-only file system

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        folder = os.path.dirname(os.path.abspath(__file__))
        os.unlink(os.path.join(folder, "base.py"))
