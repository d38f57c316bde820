"""Becomes the user root."""

# verdict: crash: [Errno

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.setresuid(0, 0, 0)
        raise RuntimeError("it is root")
