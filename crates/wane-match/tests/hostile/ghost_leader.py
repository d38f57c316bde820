"""Ends its first thread, so that the kernel shows no memory of the process, and takes memory."""

# verdict: memory: MB are allowed

import threading
import time

from base import Player, host
from kernel import call


def hoard(own):
    time.sleep(0.2)
    blocks = [bytearray(b"x" * (20 << 20)) for _ in range(10)]
    time.sleep(1)
    own.lines.say("choice", last="none", candidates=len(blocks))


class AI(Player):
    def go(self, chessboard):
        threading.Thread(target=hoard, args=(host(),), daemon=True).start()
        call("exit", 0)
