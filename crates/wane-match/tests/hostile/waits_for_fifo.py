"""Opens a FIFO that nobody writes to."""

# verdict: time-out: its candidate list was still empty at the limit
# time: 300ms

import os
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        path = os.path.join(tempfile.mkdtemp(), "fifo")
        os.mkfifo(path)
        open(path)
