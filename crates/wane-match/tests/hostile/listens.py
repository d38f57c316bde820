"""Opens a server."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.create_server(("", 8080))
