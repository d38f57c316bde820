"""Makes a string of four gigabytes."""

# verdict: crash: MemoryError

from base import Player


class AI(Player):
    length = 4 << 30

    def go(self, chessboard):
        return "x" * self.length
