"""Makes the buffers of its sockets as wide as can be, and fills them."""

# verdict: crash: PermissionError

import socket

from base import Player
from kernel import fill


class AI(Player):
    def go(self, chessboard):
        pairs = []
        for _ in range(25):
            pair = socket.socketpair()
            pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 100 << 20)
            fill(pair[0])
            pairs.append(pair)
        raise RuntimeError("its sockets hold as much as it likes")
