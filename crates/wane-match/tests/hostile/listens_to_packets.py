"""Listens to all packets of the machine."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
