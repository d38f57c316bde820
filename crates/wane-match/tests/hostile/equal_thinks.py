"""Puts something into the board that takes forever to compare."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player


class Disc:
    def __eq__(self, other):
        time.sleep(60)
        return True


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        # An array takes no object; the answer is late all the same.
        if isinstance(chessboard, list):
            chessboard[0][0] = Disc()
        else:
            sum(range(10**10))
