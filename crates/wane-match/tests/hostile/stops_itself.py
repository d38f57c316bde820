"""Stops itself; the referee must not wait for it."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import os
import signal

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        os.kill(os.getpid(), signal.SIGSTOP)
