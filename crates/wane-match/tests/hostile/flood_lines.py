"""Writes answers without end to the referee."""

# verdict: output: answers no question

import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        output = host().lines.output
        while True:
            os.write(output, b'{"is":"ready"}\n' * 1000)
