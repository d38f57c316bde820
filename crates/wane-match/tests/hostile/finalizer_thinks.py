"""Returns something whose finalizer thinks when the answer has been sent."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player


class Thinker:
    def __del__(self):
        time.sleep(60)


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        return Thinker()
