"""Puts a part of its memory into a file that nobody else may read, deep in folders."""

# verdict: memory: MB are allowed

import os
import tempfile
import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.chdir(tempfile.mkdtemp())
        for _ in range(300):
            os.mkdir("d" * 200, 0o700)
            os.chdir("d" * 200)
        with open("file", "wb") as file:
            os.chmod(".", 0)
            file.write(b"x" * (60 << 20))
            self.block = b"x" * (60 << 20)
            time.sleep(5)
