"""Takes memory in many threads, a little in each."""

# verdict: memory: MB are allowed

import threading
import time

from base import Player


def hoard():
    block = b"x" * (4 << 20)
    time.sleep(60)
    return block


class AI(Player):
    def go(self, chessboard):
        for _ in range(40):
            threading.Thread(target=hoard, daemon=True).start()
        time.sleep(5)
