"""Asks to be traced, the first step to trace others."""

# verdict: crash: Function not implemented

from base import Player
from kernel import LIBC, checked

PTRACE_TRACEME = 0


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.ptrace(PTRACE_TRACEME, 0, None, None))
