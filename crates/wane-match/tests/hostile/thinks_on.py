"""Catches the exception at the limit and thinks on, with a candidate in its list."""

# verdict: time-out: catches the exception | time-out: no move after
# time: 1s
# cheats: yes

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
