"""Reads what is above the root of its files."""

# verdict: crash: FileNotFoundError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        handle = os.open("/", os.O_RDONLY | os.O_DIRECTORY)
        os.open("../../../../etc/shadow", os.O_RDONLY, dir_fd=handle)
