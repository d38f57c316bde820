"""Calls the host of a virtual machine."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).connect((2, 80))
