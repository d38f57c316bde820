"""A new candidate list for each move, of pairs of numpy integers."""

import numpy as np

directions = np.array([[-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [-1, 1], [1, -1], [1, 1]])


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list = []
        flips = []
        for square in np.argwhere(chessboard == 0):
            count = sum(self.count(chessboard, square, direction) for direction in directions)
            if count > 0:
                self.candidate_list.append(tuple(square))
                flips.append(count)
        if flips:
            self.candidate_list.append(self.candidate_list[np.argmin(flips)])

    def count(self, chessboard, square, direction):
        count = 0
        square = square + direction
        while np.all(square >= 0) and np.all(square < self.chessboard_size):
            disc = chessboard[tuple(square)]
            if disc == 0:
                return 0
            if disc == self.color:
                return count
            count += 1
            square = square + direction
        return 0
