"""Fills sockets with data that nobody reads until it has no descriptors left."""

# verdict: crash: Too many open files

import socket

from base import Player
from kernel import fill


class AI(Player):
    def go(self, chessboard):
        pairs = []
        while True:
            pair = socket.socketpair()
            fill(pair[0])
            pairs.append(pair)
