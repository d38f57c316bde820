"""Fills its folder for files and a bit more."""

# verdict: crash: No space left on device

import os
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        for _ in range(20):
            handle, _ = tempfile.mkstemp()
            for _ in range(8):
                os.write(handle, bytes(1 << 20))
            os.close(handle)
