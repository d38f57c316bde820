"""Stores a part of its memory in pipes that it has made as wide as can be."""

# verdict: crash: PermissionError

import fcntl
import os
import time

from base import Player


def store(data):
    """A pipe with the data in it."""
    pipe = os.pipe()
    fcntl.fcntl(pipe[1], fcntl.F_SETPIPE_SZ, len(data))
    os.write(pipe[1], data)
    return pipe


class AI(Player):
    kept = None

    def go(self, chessboard):
        self.find_moves(chessboard)
        if AI.kept is None:
            block = b"x" * (80 << 20)
            AI.kept = [block] + [store(b"x" * (1 << 20)) for _ in range(28)]
            time.sleep(1)
