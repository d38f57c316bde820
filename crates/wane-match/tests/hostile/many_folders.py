"""Fills the kernel's memory with folders in folders."""

# verdict: memory: MB are allowed | time-out: still empty at the limit
# memory: 20

import os
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.chdir(tempfile.mkdtemp())
        while True:
            os.mkdir("x" * 200)
            os.chdir("x" * 200)
