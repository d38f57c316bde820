"""Asks for SIGCONT when the next question is in the pipe."""

# verdict: crash: PermissionError

import fcntl
import os
import signal

from base import Player, host

F_SETSIG = 10


class AI(Player):
    def go(self, chessboard):
        handle = host().lines.input.fileno()
        fcntl.fcntl(handle, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(handle, F_SETSIG, signal.SIGCONT)
