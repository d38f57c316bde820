"""Starts a process in new namespaces."""

# verdict: crash: PermissionError

from base import Player
from kernel import call

CLONE_NEWUSER, CLONE_NEWNET, SIGCHLD = 0x10000000, 0x40000000, 17


class AI(Player):
    def go(self, chessboard):
        call("clone", CLONE_NEWUSER | CLONE_NEWNET | SIGCHLD, 0, 0, 0, 0)
