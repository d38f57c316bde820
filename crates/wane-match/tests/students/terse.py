"""Adds the move that it plays, and no other."""

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
        print("moves:", len(moves))
        if moves:
            self.candidate_list.append(moves[0])
