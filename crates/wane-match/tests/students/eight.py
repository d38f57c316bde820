"""Knows boards of eight rows only."""


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        for row in range(8):
            for column in range(8):
                if chessboard[row][column] == 0:
                    self.candidate_list.append((row, column))
