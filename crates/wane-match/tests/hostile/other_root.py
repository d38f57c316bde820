"""Exchanges the root of the file system."""

# verdict: crash: PermissionError

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("pivot_root", b"/tmp", b"/tmp")
