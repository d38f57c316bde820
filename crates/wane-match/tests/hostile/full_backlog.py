"""Fills connections with data that nobody has accepted, and closes its own ends."""

# verdict: memory: MB are allowed

import socket

from base import Player
from kernel import fill


class AI(Player):
    def go(self, chessboard):
        waiting = socket.socket(socket.AF_UNIX)
        waiting.bind("/tmp/waiting")
        waiting.listen(4000)
        for _ in range(4000):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect("/tmp/waiting")
                fill(client)
        raise RuntimeError("800 megabytes wait in the kernel")
