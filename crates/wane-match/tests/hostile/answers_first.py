"""Sends its answer at once and thinks on, in the hope that the time is its own."""

# verdict: none
# time: 2s
# cheats: yes

import time

from base import Player, answer, host, legal_moves


class AI(Player):
    def go(self, chessboard):
        lines = host().lines
        say = lines.say

        def once(*_, **__):
            lines.say = say

        # The host answers a second time, which nobody must see.
        lines.say = once
        say("choice", **answer(legal_moves(chessboard, self.color)))
        until = time.process_time() + 0.02
        while time.process_time() < until:
            pass
