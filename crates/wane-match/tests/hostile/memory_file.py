"""Makes a file in memory that no folder has."""

# verdict: crash: Function not implemented

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.truncate(os.memfd_create("hidden"), 200 << 20)
