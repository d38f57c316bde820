"""Raises an exception whose text takes forever."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player


class Slow(Exception):
    def __str__(self):
        time.sleep(60)
        return "slow"


class AI(Player):
    def go(self, chessboard):
        raise Slow
