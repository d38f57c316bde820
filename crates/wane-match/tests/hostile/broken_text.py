"""Answers with bytes that are no UTF-8."""

# verdict: output: is no line of the host

import os
import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        os.write(host().lines.output, b'{"is":"\xff\xfe\xc0\x80\xed\xa0\x80"}\n')
        time.sleep(5)
