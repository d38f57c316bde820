"""Ends its first thread, so that the process looks dead, and thinks while its opponent does."""

# verdict: none
# burns: yes
# time: 2s
# cheats: yes

import hashlib
import threading
import time

from base import Player, answer, host, legal_moves
from kernel import call


def think():
    while True:
        hashlib.sha256(bytes(1 << 20))


def serve(own, moves):
    """Does the work of the first thread."""
    time.sleep(0.2)
    own.lines.say("choice", **answer(moves))
    own.serve()


class AI(Player):
    answered = None

    def go(self, chessboard):
        if AI.answered is not None and time.process_time() > AI.answered + 1:
            raise RuntimeError("it thinks while its opponent does")
        self.find_moves(chessboard)
        is_first = AI.answered is None
        AI.answered = time.process_time()
        if is_first:
            threading.Thread(target=think, daemon=True).start()
            moves = legal_moves(chessboard, self.color)
            threading.Thread(target=serve, args=(host(), moves), daemon=True).start()
            call("exit", 0)
