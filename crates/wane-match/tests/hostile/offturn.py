"""Takes memory while its opponent thinks, and gives it back when it is asked."""

# verdict: none
# burns: yes
# time: 2s

import threading
import time

from base import Player

asked, answered = threading.Event(), threading.Event()


def hoard():
    while True:
        answered.wait()
        answered.clear()
        # It is stopped before this is over.
        time.sleep(0.5)
        blocks = []
        while not asked.is_set():
            blocks.append(bytearray(1 << 20))
        blocks.clear()


threading.Thread(target=hoard, daemon=True).start()


class AI(Player):
    def go(self, chessboard):
        asked.set()
        self.find_moves(chessboard)
        asked.clear()
        answered.set()
