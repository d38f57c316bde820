"""Its class has another name."""

from rules import legal_moves


class Ai(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        self.candidate_list.extend(legal_moves(chessboard, self.color))
