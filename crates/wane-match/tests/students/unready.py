"""Thinks that there are always two empty squares."""

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
        moves = legal_moves(chessboard, self.color)
        empty = numpy.argwhere(chessboard == 0)
        nearest = empty[1]
        self.candidate_list.extend(moves)
