"""Thinks while the host reads its list."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import time

from base import Player, legal_moves


class AI(Player):
    def __init__(self, chessboard_size, color, time_out):
        self.color, self.time_out, self.board = color, time_out, None

    def go(self, chessboard):
        self.board = chessboard

    @property
    def candidate_list(self):
        until = time.monotonic() + self.time_out + 1.5
        while time.monotonic() < until:
            pass
        return legal_moves(self.board, self.color)
