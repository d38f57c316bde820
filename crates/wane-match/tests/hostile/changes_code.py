"""Changes the code of the function that ends it."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

from base import Player, host


def ring(self, number, frame):
    pass


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        type(host().clock).ring.__code__ = ring.__code__
        while True:
            pass
