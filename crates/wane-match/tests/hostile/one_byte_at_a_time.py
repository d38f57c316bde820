"""Sends its answer byte by byte."""

# verdict: none

import json
import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        lines = host().lines

        def say(kind, **fields):
            line = json.dumps({"token": lines.token, "is": kind, **fields}) + "\n"
            for byte in line.encode():
                os.write(lines.output, bytes([byte]))

        lines.say = say
