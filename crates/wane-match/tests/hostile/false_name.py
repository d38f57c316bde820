"""Takes a name that looks like the fields of the kernel behind it, and then memory."""

# verdict: memory: MB are allowed

from base import Player
from kernel import LIBC, checked

PR_SET_NAME = 15


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.prctl(PR_SET_NAME, b"a) Z 1 1 0 0\nVm", 0, 0, 0))
        blocks = []
        while True:
            blocks.append(bytearray(b"x" * (1 << 20)))
