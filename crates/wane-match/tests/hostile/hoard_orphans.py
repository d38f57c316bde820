#!/usr/bin/python3
"""Takes memory in processes that have left their parents, their group and their session."""

# verdict: memory: MB are allowed
# speaks: ugi

import os
import sys
import time


def hoard():
    """Starts a process whose parent is gone."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            block = bytearray(os.urandom(30 << 20))
            time.sleep(60)
            os._exit(len(block) > 0)
        os._exit(0)


for line in sys.stdin:
    if line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        for _ in range(10):
            hoard()
