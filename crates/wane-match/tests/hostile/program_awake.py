#!/usr/bin/python3
"""Has a process in a session of its own that continues the others whenever they are stopped."""

# verdict: none
# speaks: ugi
# cheats: yes
# time: 2s

import os
import signal

from program import serve


def wake(parent):
    """Continues the parent and thinks until it is gone."""
    os.setsid()
    while os.getppid() == parent:
        os.kill(parent, signal.SIGCONT)
        sum(range(1000))
    os._exit(0)


parent = os.getpid()
helper = os.fork()
if helper == 0:
    wake(parent)


def helper_time():
    with open("/proc/%d/stat" % helper) as file:
        return int(file.read().split()[13]) / os.sysconf("SC_CLK_TCK")


answered = None


def look():
    global answered
    if answered is not None and helper_time() > answered + 1:
        raise RuntimeError("it thinks while its opponent does")
    answered = helper_time()


serve(before_answer=look)
