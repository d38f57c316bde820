"""Removes the modules of the host and its own."""

# verdict: none

import sys

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        for name in ("json", "time", "signal", "os", "traceback", "honest", "base"):
            sys.modules.pop(name, None)
        sys.path.clear()
