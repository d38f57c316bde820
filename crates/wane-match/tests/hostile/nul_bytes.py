"""Answers with bytes that are zero."""

# verdict: output: is no line of the host

import os
import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        os.write(host().lines.output, bytes(1000) + b"\n")
        time.sleep(5)
