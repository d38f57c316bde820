"""Fills the kernel's memory with symbolic links that are as long as can be."""

# verdict: crash: No space left on device

import os
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        folder = tempfile.mkdtemp()
        number = 0
        while True:
            os.symlink("x" * 4000, os.path.join(folder, str(number)))
            number += 1
