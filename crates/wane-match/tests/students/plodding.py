"""Takes a little time for each move, and too much for a game."""

from pausing import pause
from rules import legal_moves


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        self.candidate_list.extend(legal_moves(chessboard, self.color))
        pause(0.1)
