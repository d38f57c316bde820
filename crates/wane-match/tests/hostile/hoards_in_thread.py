"""Takes memory in a thread while it sleeps."""

# verdict: memory: MB are allowed

import threading
import time

from base import Player


def hoard():
    blocks = []
    while True:
        blocks.append(bytearray(b"x" * (1 << 20)))


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        threading.Thread(target=hoard, daemon=True).start()
        time.sleep(5)
