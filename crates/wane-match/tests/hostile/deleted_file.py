"""Puts a part of its memory into a file that it has deleted."""

# verdict: memory: MB are allowed

import os
import tempfile
import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        handle, path = tempfile.mkstemp()
        os.unlink(path)
        for _ in range(60):
            os.write(handle, b"x" * (1 << 20))
        self.block = b"x" * (60 << 20)
        time.sleep(5)
