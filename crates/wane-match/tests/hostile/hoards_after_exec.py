"""Becomes another program, which takes memory."""

# verdict: memory: MB are allowed | crash: PermissionError

import os
import sys

from base import Player

PROGRAM = "import time; block = b'x' * (300 << 20); time.sleep(5)"


class AI(Player):
    def go(self, chessboard):
        os.execv(sys.executable, [sys.executable, "-c", PROGRAM])
