"""Asks the kernel for inexact timers, and sleeps over the limit."""

# verdict: none
# time: 300ms
# cheats: yes

import time

from base import Player
from kernel import LIBC, checked

PR_SET_TIMERSLACK = 29


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        self.moves += 1
        if self.moves == 1:
            checked(LIBC.prctl(PR_SET_TIMERSLACK, 10**9, 0, 0, 0))
            time.sleep(60)
