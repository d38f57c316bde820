"""Lets threads think while its opponent does; nothing must come of it."""

# verdict: none
# burns: yes
# time: 2s
# cheats: yes

import hashlib
import threading
import time

from base import Player

turn = threading.Event()


def think():
    while True:
        if turn.is_set():
            time.sleep(0.001)
        else:
            hashlib.sha256(bytes(1 << 20))


class AI(Player):
    answered = None

    def go(self, chessboard):
        turn.set()
        if AI.answered is None:
            for _ in range(4):
                threading.Thread(target=think, daemon=True).start()
        elif time.process_time() > AI.answered + 1:
            raise RuntimeError("it thinks while its opponent does")
        self.find_moves(chessboard)
        AI.answered = time.process_time()
        turn.clear()
