"""Reads the environment and the arguments of the first process."""

# verdict: crash: FileNotFoundError

from base import Player


class AI(Player):
    def go(self, chessboard):
        with open("/proc/1/environ") as file:
            raise RuntimeError("the environment is " + file.read())
