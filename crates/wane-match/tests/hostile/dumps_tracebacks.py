"""Lets Python write tracebacks to the referee, every millisecond."""

# verdict: output: is no line of the host

import faulthandler
import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        faulthandler.dump_traceback_later(0.001, repeat=True, file=host().lines.output)
        time.sleep(5)
