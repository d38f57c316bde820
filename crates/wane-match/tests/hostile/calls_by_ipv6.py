"""Calls home by the newer protocol."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.create_connection(("::1", 80), timeout=1)
