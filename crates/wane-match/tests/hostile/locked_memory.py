"""Takes memory by locking what it has reserved."""

# verdict: crash: Cannot allocate memory

from base import Player
from kernel import LIBC, checked

MCL_CURRENT, MCL_FUTURE = 1, 2


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.mlockall(MCL_CURRENT | MCL_FUTURE))
        return bytearray(64 << 20)
