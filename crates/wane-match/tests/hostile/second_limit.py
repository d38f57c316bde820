"""Restores the function for timers that the host has replaced, and sets its own."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

from base import Player, host

import signal


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        host().clock.set_timer(signal.ITIMER_REAL, 60)
        while True:
            pass
