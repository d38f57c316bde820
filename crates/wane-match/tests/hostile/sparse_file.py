"""Makes a file of a terabyte that takes no memory yet."""

# verdict: crash: File too large

import os
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.truncate(tempfile.mkstemp()[1], 1 << 40)
