"""Prints escape sequences and broken text, and plays on."""

# verdict: none

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        print("\x1b]52;c;cm0gLXJmIH4=\x07\x1b[2J\u202e\ud800\x00", flush=True)
        os.write(2, b"\xff\xfe\r\x1b[1A\x9b2J\x07" * 100)
        self.find_moves(chessboard)
