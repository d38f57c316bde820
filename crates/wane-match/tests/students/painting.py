"""Plays on the board that it is given."""

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
        for row, column in moves:
            self.candidate_list.append((row, column))
            chessboard[row][column] = self.color
        self.candidate_list.extend(moves[:1])
