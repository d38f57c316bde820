"""Writes to the terminal of the referee."""

# verdict: crash: OSError | crash: PermissionError

from base import Player


class AI(Player):
    def go(self, chessboard):
        with open("/dev/tty", "w") as file:
            file.write("\x1b[2J")
