"""Sends two answers to one question in one piece."""

# verdict: output: answers no question

import json
import os

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        lines = host().lines

        def say(kind, **fields):
            line = json.dumps({"token": lines.token, "is": kind, **fields}) + "\n"
            os.write(lines.output, 2 * line.encode())

        lines.say = say
