"""Reads the passwords of the machine."""

# verdict: crash: FileNotFoundError

from base import Player


class AI(Player):
    def go(self, chessboard):
        with open("/etc/shadow") as file:
            raise RuntimeError("it reads " + file.readline())
