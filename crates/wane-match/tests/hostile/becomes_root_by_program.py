"""Becomes a program that would make it root."""

# verdict: crash: it ended with status | crash: PermissionError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.execv("/usr/bin/su", ["su", "-c", "true"])
