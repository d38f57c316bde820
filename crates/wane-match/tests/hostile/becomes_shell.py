"""Becomes a shell that has the lines of the host."""

# verdict: output: is no line of the host | crash: PermissionError

import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        lines = host().lines
        os.dup2(lines.input.fileno(), 0)
        os.dup2(lines.output, 1)
        os.execv("/bin/sh", ["sh", "-c", "echo mine; read line"])
