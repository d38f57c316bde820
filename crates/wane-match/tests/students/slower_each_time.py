"""Keeps what it has seen in all games, and gets slower with it."""

from pausing import pause
from rules import legal_moves

moves = 0


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        global moves
        moves += 1
        self.candidate_list.clear()
        self.candidate_list.extend(legal_moves(chessboard, self.color))
        pause(0.5 if moves > 7 else 0)
