"""Makes a pair of sockets of the internet, by the other call for sockets."""

# verdict: crash: OSError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.socketpair(socket.AF_INET, socket.SOCK_STREAM)
