"""Looks for other processes and reads what they were started with."""

# verdict: none

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        numbers = [name for name in os.listdir("/proc") if name.isdigit()]
        for number in numbers:
            if int(number) in (1, os.getpid()):
                continue
            with open("/proc/%s/cmdline" % number) as file:
                raise RuntimeError("it sees " + file.read())
