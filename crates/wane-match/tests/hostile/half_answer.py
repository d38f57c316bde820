"""Sends the first half of its answer in time, and the rest after the limit."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import json
import os
import time

from base import Player, answer, host, legal_moves


class AI(Player):
    def go(self, chessboard):
        lines = host().lines
        fields = answer(legal_moves(chessboard, self.color))
        text = json.dumps({"token": lines.token, "is": "choice", **fields}) + "\n"
        os.write(lines.output, text[:20].encode())
        host().clock.limit = None
        host().clock.wind()
        time.sleep(self.time_out + 1.5)
        os.write(lines.output, text[20:].encode())
