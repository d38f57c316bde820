"""Fills the kernel's memory with files that have no content."""

# verdict: memory: MB are allowed

import os
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        folder = tempfile.mkdtemp()
        number = 0
        while True:
            os.mknod(os.path.join(folder, "%d%s" % (number, "x" * 200)))
            number += 1
