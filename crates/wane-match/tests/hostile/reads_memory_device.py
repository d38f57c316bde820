"""Reads the memory of the kernel."""

# verdict: crash: Error

from base import Player


class AI(Player):
    def go(self, chessboard):
        with open("/proc/kcore", "rb") as file:
            raise RuntimeError("it reads %d bytes" % len(file.read(4096)))
