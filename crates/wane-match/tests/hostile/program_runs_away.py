#!/usr/bin/python3
"""Has a process that is always another one, so that none of them is stopped in time."""

# verdict: none
# speaks: ugi
# cheats: yes
# time: 2s

import os
import signal
import time

from program import serve


def run_away():
    """Starts itself again and again."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    until = time.monotonic() + 300
    while time.monotonic() < until:
        if os.fork() != 0:
            os._exit(0)


if os.fork() == 0:
    run_away()

serve()
