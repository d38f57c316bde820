#!/usr/bin/python3
"""Takes memory in many processes, each of which stays below the limit."""

# verdict: memory: MB are allowed
# speaks: ugi

import os
import sys
import time

for line in sys.stdin:
    if line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        for _ in range(20):
            if os.fork() == 0:
                block = bytearray(os.urandom(30 << 20))
                time.sleep(60)
