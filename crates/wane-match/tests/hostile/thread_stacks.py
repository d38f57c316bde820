"""Uses up the stacks of its threads."""

# verdict: memory: MB are allowed

import ctypes
import threading
import time

from base import Player


def use_stack():
    # A block on the stack of this thread is far from its end.
    here = ctypes.addressof(ctypes.c_int())
    blocks = [bytearray(b"x" * (4 << 20)), here]
    time.sleep(60)
    return blocks


class AI(Player):
    def go(self, chessboard):
        threading.stack_size(8 << 20)
        for _ in range(40):
            threading.Thread(target=use_stack, daemon=True).start()
        time.sleep(5)
