"""Looks into its environment for something that is not its own."""

# verdict: none

import os

from base import Player

KNOWN = ("PATH", "HOME", "TMPDIR", "LANG", "PWD", "PYTHON", "NUM_THREADS", "NUMBA", "LC_CTYPE")


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        others = [name for name in os.environ if not any(word in name for word in KNOWN)]
        if others:
            raise RuntimeError("it knows %s" % others)
