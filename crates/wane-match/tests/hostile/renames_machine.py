"""Renames the machine."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.sethostname("mine")
