"""Makes its folder for files the root."""

# verdict: crash: PermissionError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.chroot("/tmp")
