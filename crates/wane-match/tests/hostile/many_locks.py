"""Locks every other byte of its files, each with memory of the kernel."""

# verdict: crash: Operation not permitted

import fcntl

from base import Player


class AI(Player):
    def go(self, chessboard):
        files = [open(f"/tmp/{number}", "w") for number in range(50)]
        for place in range(2000):
            for file in files:
                fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * place)
        raise RuntimeError("there are a hundred thousand locks")
