"""Fills the kernel's memory with files of sockets."""

# verdict: memory: MB are allowed
# memory: 20

import os
import socket
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.chdir(tempfile.mkdtemp())
        number = 0
        while True:
            with socket.socket(socket.AF_UNIX) as own:
                own.bind(str(number))
            number += 1
