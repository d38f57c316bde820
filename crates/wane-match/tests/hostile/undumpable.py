"""Makes itself unreadable for its user, and hides memory in a file."""

# verdict: memory: MB are allowed

import tempfile
import time

from base import Player
from kernel import LIBC, checked

PR_SET_DUMPABLE = 4


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
        block = b"x" * (60 << 20)
        with tempfile.TemporaryFile() as file:
            file.write(block)
            file.flush()
            time.sleep(5)
