"""Takes 1 for black."""

from rules import legal_moves


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        mine = 1 if self.color == -1 else -1
        self.candidate_list.clear()
        self.candidate_list.extend(legal_moves(chessboard, mine))
