"""Sets the timer of the host to a later moment, again and again."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        clock = host().clock
        until = time.monotonic() + self.time_out + 1.5
        while time.monotonic() < until:
            clock.limit = time.monotonic() + 60
            clock.wind()
        self.find_moves(chessboard)
