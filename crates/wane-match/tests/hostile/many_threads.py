"""Starts threads until there are no more."""

# verdict: crash: can't start new thread

import threading
import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        threading.stack_size(64 << 10)
        while True:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
