"""Types a command into the terminal of who started the match."""

# verdict: crash: OSError

import fcntl
import termios

from base import Player


class AI(Player):
    def go(self, chessboard):
        for letter in b"id\n":
            fcntl.ioctl(2, termios.TIOCSTI, bytes([letter]))
