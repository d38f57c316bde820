"""Interrupts the host with signals whose handler raises an exception."""

# verdict: crash: Surprise

import os
import signal
import threading
import time

from base import Player


class Surprise(BaseException):
    pass


def surprise(*_):
    raise Surprise


def interrupt():
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGUSR1)


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        signal.signal(signal.SIGUSR1, surprise)
        threading.Thread(target=interrupt, daemon=True).start()
        threading.Event().wait(5)
