"""Throws dice."""

import random
from rules import legal_moves

# A fixed seed: by chance alone, one run in 256 would play the same move three times.
random.seed(1)


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        moves = legal_moves(chessboard, self.color)
        random.shuffle(moves)
        self.candidate_list.extend(moves)
