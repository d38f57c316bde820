"""Lets the kernel compute for it through a socket."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET, 0)
