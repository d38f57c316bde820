"""Sends a packet to the machine itself."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
