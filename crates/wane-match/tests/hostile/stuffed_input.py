"""Fills the pipe of its own input, so that no question comes through, and thinks."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import os
import time

from base import Player, host


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        handle = host().lines.input.fileno()
        try:
            own = os.open("/proc/self/fd/%d" % handle, os.O_WRONLY | os.O_NONBLOCK)
        except PermissionError:
            # The pipe belongs to another user; there is nothing to gain.
            host().clock.limit = None
            host().clock.wind()
            time.sleep(self.time_out + 1.5)
            return
        try:
            while True:
                os.write(own, b"\n" * 4096)
        except BlockingIOError:
            pass
        lines = host().lines
        hear = lines.hear

        def later():
            time.sleep(self.time_out + 1.5)
            while os.read(handle, 1) == b"\n":
                pass
            return hear()

        lines.hear = later
