"""Makes a file system with the newer calls for it."""

# verdict: crash: PermissionError

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        call("fsopen", b"tmpfs", 0)
