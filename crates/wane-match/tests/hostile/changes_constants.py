"""Changes the constants of the host."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        names = host().clock.ring.__globals__
        names["PATIENCE"], names["TimeIsUp"] = 10**9, StopIteration
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
