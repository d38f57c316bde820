"""Changes a number of its own through the file of its memory."""

# verdict: none | crash: PermissionError

import ctypes

from base import Player


class AI(Player):
    def go(self, chessboard):
        number = ctypes.c_long(50)
        with open("/proc/self/mem", "r+b", buffering=0) as memory:
            memory.seek(ctypes.addressof(number))
            memory.write(bytes(ctypes.c_long(10**9)))
        self.find_moves(chessboard)
