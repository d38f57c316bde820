"""Removes the mount that covers the first process."""

# verdict: crash: PermissionError

from base import Player
from kernel import LIBC, checked

MNT_DETACH = 2


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.umount2(b"/proc/1", MNT_DETACH))
