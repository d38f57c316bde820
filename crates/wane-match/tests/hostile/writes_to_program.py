"""Changes a program of the system, and then all of them."""

# verdict: crash: [Errno

from base import Player


class AI(Player):
    def go(self, chessboard):
        open("/bin/sh", "r+b")
