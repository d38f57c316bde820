"""Answers with two moves under one key."""

# verdict: output: is no line of the host

import json
import os
import time

from base import Player, answer, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        lines = host().lines
        fields = json.dumps(answer(self.candidate_list))[1:]
        start = '{"token":%d,"is":"choice","last":{"move":{"row":0,"column":0}},' % lines.token
        os.write(lines.output, (start + fields + "\n").encode())
        time.sleep(5)
