"""Mounts a file system of its own."""

# verdict: crash: PermissionError

from base import Player
from kernel import LIBC, checked


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.mount(b"none", b"/tmp", b"tmpfs", 0, None))
