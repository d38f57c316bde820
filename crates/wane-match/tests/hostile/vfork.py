"""Starts a process that borrows its memory."""

# verdict: crash: PermissionError

from base import Player
from kernel import call

CLONE_VM, CLONE_VFORK, SIGCHLD = 0x100, 0x4000, 17


class AI(Player):
    def go(self, chessboard):
        call("clone", CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)
