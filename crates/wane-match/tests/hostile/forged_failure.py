"""Says that the referee has asked something wrong."""

# verdict: crash: command

import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        host().lines.say("failed", why={"code": "not-a-command", "detail": "your fault"})
        time.sleep(5)
