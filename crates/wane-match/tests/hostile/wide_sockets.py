"""Makes the buffers of its sockets as wide as can be, and fills them."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        pairs = []
        for _ in range(25):
            pair = socket.socketpair()
            pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 100 << 20)
            pair[0].setblocking(False)
            try:
                while True:
                    pair[0].send(bytes(64 << 10))
            except BlockingIOError:
                pairs.append(pair)
        raise RuntimeError("its sockets hold as much as it likes")
