"""Opens terminals and fills their buffers."""

# verdict: crash: FileNotFoundError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        for _ in range(50):
            master = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
            os.set_blocking(master, False)
            os.write(master, bytes(4096))
        raise RuntimeError("there are fifty terminals")
