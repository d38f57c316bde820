"""Takes all memory."""

# verdict: memory: MB are allowed

from base import Player


class AI(Player):
    def go(self, chessboard):
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
