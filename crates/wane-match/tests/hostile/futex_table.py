"""Has the kernel make a table of a gigabyte for its futexes."""

# verdict: crash: Operation not permitted | crash: Invalid argument

from base import Player
from kernel import LIBC, checked

FUTEX_HASH, SET_SLOTS = 78, 1


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.prctl(FUTEX_HASH, SET_SLOTS, 1 << 24, 0, 0))
        raise RuntimeError("the table is there")
