"""Opens the memory of the first process."""

# verdict: crash: FileNotFoundError

from base import Player


class AI(Player):
    def go(self, chessboard):
        open("/proc/1/mem", "r+b")
