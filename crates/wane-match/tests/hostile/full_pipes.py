"""Fills pipes with data until it has no descriptors left."""

# verdict: crash: Too many open files

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        pipes = []
        while True:
            pipe = os.pipe()
            os.set_blocking(pipe[1], False)
            os.write(pipe[1], bytes(1 << 20))
            pipes.append(pipe)
