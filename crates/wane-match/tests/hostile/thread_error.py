"""Replaces the hooks for errors and lets a thread fail."""

# verdict: none

import sys
import threading

from base import Player


def fail(*_):
    raise SystemExit("mine")


class AI(Player):
    def go(self, chessboard):
        sys.excepthook = sys.unraisablehook = threading.excepthook = fail
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        self.find_moves(chessboard)
