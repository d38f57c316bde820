"""Puts a part of its memory into a file."""

# verdict: memory: MB are allowed

import tempfile
import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        block = b"x" * (60 << 20)
        with tempfile.NamedTemporaryFile() as file:
            file.write(block)
            file.flush()
            time.sleep(5)
