"""Keeps all processors busy, its turn or not."""

# verdict: none
# time: 500ms
# burns: yes

import hashlib
import threading

from base import Player

ZEROS = bytes(8 << 20)


def burn():
    while True:
        hashlib.sha256(ZEROS)


class AI(Player):
    is_burning = False

    def go(self, chessboard):
        self.find_moves(chessboard)
        if not AI.is_burning:
            AI.is_burning = True
            for _ in range(8):
                threading.Thread(target=burn, daemon=True).start()
