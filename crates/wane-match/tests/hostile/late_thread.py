"""Answers from a thread, after the limit, while the host believes that nothing happened."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import threading

from base import Player, answer, host, legal_moves


class AI(Player):
    def go(self, chessboard):
        own, moves = host(), legal_moves(chessboard, self.color)
        say, own.lines.say = own.lines.say, lambda *_, **__: None
        late = threading.Timer(self.time_out + 1.5, say, ("choice",), answer(moves))
        late.daemon = True
        late.start()
