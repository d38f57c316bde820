"""Writes empty lines to the referee without end."""

# verdict: output: is no line of the host

import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        output = host().lines.output
        while True:
            os.write(output, b"\n" * 60000)
