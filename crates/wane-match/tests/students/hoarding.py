"""Keeps all that it has ever seen."""

import numpy
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
        self.seen = [numpy.ones(1 << 22) for _ in range(6)]
