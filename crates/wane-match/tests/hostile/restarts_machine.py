"""Restarts the machine."""

# verdict: crash: PermissionError

from base import Player
from kernel import LIBC, checked


class AI(Player):
    def go(self, chessboard):
        # Only what Ctrl-Alt-Delete does is changed, if the kernel lets it.
        checked(LIBC.reboot(0))
