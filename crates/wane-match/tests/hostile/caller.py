"""Calls home."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.create_connection(("127.0.0.1", 80), timeout=1)
