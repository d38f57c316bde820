"""Returns its move in place of adding it."""

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
        return moves[0] if moves else None
