"""Writes a line to the referee that never ends."""

# verdict: output: line

import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        output = host().lines.output
        while True:
            os.write(output, b"x" * 60000)
