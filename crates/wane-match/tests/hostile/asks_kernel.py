"""Asks the kernel about the network."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
