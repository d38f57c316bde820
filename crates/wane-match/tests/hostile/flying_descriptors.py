"""Sends full pipes through a socket to itself, to have more than it may."""

# verdict: crash: Too many references

import os
import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        one, other = socket.socketpair()
        while True:
            pipe = os.pipe()
            os.write(pipe[1], bytes(64 << 10))
            socket.send_fds(one, [b"x"], pipe)
            os.close(pipe[0])
            os.close(pipe[1])
