"""Closes the line to the referee."""

# verdict: crash: it ended with status

import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        os.close(host().lines.output)
