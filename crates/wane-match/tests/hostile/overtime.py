"""Switches the host's clock off, thinks longer than it may, and says that it was interrupted."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player, answer, host, legal_moves


class AI(Player):
    def go(self, chessboard):
        own = host()
        own.clock.limit = None
        own.clock.wind()
        until = time.monotonic() + self.time_out + 1.1
        while time.monotonic() < until:
            pass
        own.lines.say(
            "choice", interrupted=True, took_ms=1, **answer(legal_moves(chessboard, self.color))
        )
