"""Wants to sleep when it is told to end, and ignores the signals."""

# verdict: none

import atexit
import signal
import time

from base import Player

atexit.register(time.sleep, 1000)
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)


class AI(Player):
    pass
