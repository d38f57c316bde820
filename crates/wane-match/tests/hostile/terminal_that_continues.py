"""Hangs up its own terminal when it has answered, for which the kernel sends SIGCONT."""

# verdict: crash: FileNotFoundError
# time: 2s
# cheats: yes

import fcntl
import hashlib
import os
import signal
import termios
import threading
import time

from base import Player, host


def think():
    while True:
        hashlib.sha256(bytes(1 << 20))


def hang_up_later():
    """Takes a terminal, and gives it up after the next answer."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.setsid()
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    lines = host().lines
    say = lines.say

    def say_and_hang_up(*arguments, **fields):
        lines.say = say
        say(*arguments, **fields)
        os.close(master)

    lines.say = say_and_hang_up


class AI(Player):
    answered = None

    def go(self, chessboard):
        if AI.answered is None:
            threading.Thread(target=think, daemon=True).start()
            hang_up_later()
        elif time.process_time() > AI.answered + 1:
            raise RuntimeError("it thinks while its opponent does")
        self.find_moves(chessboard)
        AI.answered = time.process_time()
