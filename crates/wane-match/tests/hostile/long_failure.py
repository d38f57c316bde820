"""Sends a report of a failure with 60 kilobytes of escape sequences."""

# verdict: crash: command

import time

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        why = {"code": "not-a-command", "detail": "\x1b[2J" * 5000}
        host().lines.say("failed", why=why)
        time.sleep(5)
