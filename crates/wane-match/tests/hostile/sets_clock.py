"""Sets the clock of the machine."""

# verdict: crash: PermissionError

import time

from base import Player


class AI(Player):
    def go(self, chessboard):
        time.clock_settime(time.CLOCK_REALTIME, time.time() + 3600)
