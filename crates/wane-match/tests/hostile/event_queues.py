"""Fills the kernel's memory with queues of file events that nobody reads."""

# verdict: crash: Function not implemented

import os

from base import Player
from kernel import call

ALL_EVENTS, LONG = 0xFFF, "x" * 250


class AI(Player):
    def go(self, chessboard):
        for _ in range(40):
            queue = call("inotify_init1", 0)
            call("inotify_add_watch", queue, b"/tmp", ALL_EVENTS)
        for number in range(5000):
            path = f"/tmp/{LONG}{number % 9}"
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
            os.unlink(path)
        raise RuntimeError("300 megabytes of events wait in the kernel")
