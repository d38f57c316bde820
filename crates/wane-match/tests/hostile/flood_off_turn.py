"""Writes lines without end when it has answered."""

# verdict: output: answers no question

import os
import threading

from base import Player, host

answered = threading.Event()


def flood(output):
    answered.wait()
    while True:
        os.write(output, b'{"is":"ready"}\n' * 1000)


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        lines = host().lines
        threading.Thread(target=flood, args=(lines.output,), daemon=True).start()
        say = lines.say

        def say_and_flood(*arguments, **fields):
            say(*arguments, **fields)
            answered.set()

        lines.say = say_and_flood
