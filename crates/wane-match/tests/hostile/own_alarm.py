"""Sets an alarm of its own, far behind the limit, to move the limit."""

# verdict: none
# time: 300ms
# cheats: yes

import signal

from base import Player


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        self.moves += 1
        if self.moves == 1:
            signal.signal(signal.SIGALRM, lambda *_: None)
            signal.setitimer(signal.ITIMER_REAL, 60)
            signal.alarm(60)
            while True:
                pass
