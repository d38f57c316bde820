"""Answers the question for a move as if it were another one."""

# verdict: output: is no choice

import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        host().lines.say("ready")
        time.sleep(5)
