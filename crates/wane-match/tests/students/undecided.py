"""Finds the best move and leaves it at that."""

from rules import legal_moves


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        best = None
        for move in legal_moves(chessboard, self.color):
            if best is None or move < best:
                best = move
