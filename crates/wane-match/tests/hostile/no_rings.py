"""Forgets each time that it was told to end, and thinks on."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        clock = host().clock
        while True:
            try:
                while True:
                    clock.rings = 0
            except BaseException:
                pass
