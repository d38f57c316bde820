"""Starts another program in the way that needs no fork."""

# verdict: crash: PermissionError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.posix_spawn("/bin/true", ["true"], {})
