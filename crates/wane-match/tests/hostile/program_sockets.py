#!/usr/bin/python3
"""Has many processes that hold nothing but sockets with data."""

# verdict: memory: MB are allowed
# speaks: ugi

import socket
import subprocess

import program
from kernel import fill


def hoard():
    for _ in range(30):
        pairs = [socket.socketpair() for _ in range(20)]
        for pair in pairs:
            fill(pair[0])
        files = [end.fileno() for pair in pairs for end in pair]
        subprocess.Popen(["/usr/bin/sleep", "100"], pass_fds=files)
        for pair in pairs:
            pair[0].close()
            pair[1].close()
    raise RuntimeError("120 megabytes are in sockets")


program.serve(hoard)
