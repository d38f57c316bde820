"""Leaves files, folders, links and sockets behind."""

# verdict: none

import os
import socket
import tempfile

from base import Player


class AI(Player):
    has_left = False

    def go(self, chessboard):
        self.find_moves(chessboard)
        if not AI.has_left:
            AI.has_left = True
            for folder in (tempfile.gettempdir(), "/dev/shm"):
                place = tempfile.mkdtemp(prefix="wane", dir=folder)
                os.symlink("/", os.path.join(place, "link"))
                os.mkfifo(os.path.join(place, "fifo"))
                socket.socket(socket.AF_UNIX).bind(os.path.join(place, "socket"))
                with open(os.path.join(place, "-rf *\n"), "w") as file:
                    file.write("mine")
