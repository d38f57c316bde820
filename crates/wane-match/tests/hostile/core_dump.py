"""Aborts, in the hope that the kernel writes a core dump somewhere."""

# verdict: crash: it was killed by signal 6

import os
import resource

from base import Player


class AI(Player):
    def go(self, chessboard):
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (-1, -1))
        except ValueError:
            os.abort()
        raise RuntimeError("it may write a core dump")
