"""Thinks while the host shows what go has returned."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player


class Result:
    def __repr__(self):
        time.sleep(60)
        return "done"


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        return Result()
