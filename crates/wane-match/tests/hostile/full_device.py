"""Writes its answer to a device that is always full."""

# verdict: crash: No space left on device | crash: PermissionError

import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        os.dup2(os.open("/dev/full", os.O_WRONLY), host().lines.output)
