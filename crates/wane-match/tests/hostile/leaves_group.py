"""Leaves its process group and its session, so that no signal to them stops it, and ponders."""

# verdict: none
# burns: yes
# time: 2s
# cheats: yes

import hashlib
import os
import threading
import time

from base import Player


def think():
    while True:
        hashlib.sha256(bytes(1 << 20))


class AI(Player):
    answered = None

    def go(self, chessboard):
        if AI.answered is None:
            os.setsid()
            threading.Thread(target=think, daemon=True).start()
        elif time.process_time() > AI.answered + 1:
            raise RuntimeError("it thinks while its opponent does")
        self.find_moves(chessboard)
        AI.answered = time.process_time()
