"""Fills sockets with data that nobody reads until it has no descriptors left."""

# verdict: crash: Too many open files

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        pairs = []
        while True:
            pair = socket.socketpair()
            pair[0].setblocking(False)
            try:
                while True:
                    pair[0].send(bytes(64 << 10))
            except BlockingIOError:
                pairs.append(pair)
