"""Makes a user namespace, in which it would be root."""

# verdict: crash: Function not implemented

from base import Player
from kernel import LIBC, checked

CLONE_NEWUSER = 0x10000000


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.unshare(CLONE_NEWUSER))
