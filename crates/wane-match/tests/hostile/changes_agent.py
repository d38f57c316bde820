"""Makes its own file writable."""

# verdict: crash: Read-only file system

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.chmod(__file__, 0o777)
