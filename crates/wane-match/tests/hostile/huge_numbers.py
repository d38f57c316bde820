"""Answers with numbers that no machine word has."""

# verdict: output: is no line of the host

import os
import time

from base import Player, host

LINE = b'{"token":%d,"is":"choice","last":{"move":{"row":1e400,"column":%d}},"candidates":-1}\n'


class AI(Player):
    def go(self, chessboard):
        lines = host().lines
        os.write(lines.output, LINE % (lines.token, 10**300))
        time.sleep(5)
