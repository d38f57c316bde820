"""Asks for the address of a name, which could carry a message."""

# verdict: crash: gaierror

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        socket.getaddrinfo("secret.example.com", 80)
