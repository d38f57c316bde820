#!/usr/bin/python3
"""Has many processes that hold nothing but pipes with data, which only the kernel can count."""

# verdict: none
# walled: memory: MB are allowed
# memory: 30
# speaks: ugi

import os
import subprocess

import program

holders = []


def hoard():
    while len(holders) < 30:
        pipes = [os.pipe() for _ in range(25)]
        for pipe in pipes:
            os.set_blocking(pipe[1], False)
            os.write(pipe[1], bytes(64 << 10))
        files = [end for pipe in pipes for end in pipe]
        holders.append(subprocess.Popen(["/usr/bin/sleep", "1000"], pass_fds=files))
        for end in files:
            os.close(end)


program.serve(hoard)
