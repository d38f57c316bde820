"""Answers with lists in lists in lists."""

# verdict: output: is no line of the host

import os
import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        lines = host().lines
        start = b'{"token":%d,"is":"choice","last":' % lines.token
        os.write(lines.output, start + b"[" * 30000 + b"]" * 30000 + b"}\n")
        time.sleep(5)
