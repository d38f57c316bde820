"""Listens to no signal and never stops."""

# verdict: time-out: its candidate list was still empty at the limit
# time: 300ms

import signal

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.candidate_list.clear()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
