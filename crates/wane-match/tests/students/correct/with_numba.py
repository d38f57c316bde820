"""A function compiled by numba when the file is imported, because its signature is given."""

import numba
import numpy as np


@numba.njit("int64(int64[:, ::1], int64, int64, int64)")
def count_flips(board, row, column, color):
    if board[row, column] != 0:
        return 0
    size = board.shape[0]
    total = 0
    for direction in range(9):
        down, right = direction // 3 - 1, direction % 3 - 1
        if down == 0 and right == 0:
            continue
        r, c, run = row + down, column + right, 0
        while 0 <= r < size and 0 <= c < size and board[r, c] == -color:
            r += down
            c += right
            run += 1
        if run > 0 and 0 <= r < size and 0 <= c < size and board[r, c] == color:
            total += run
    return total


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        board = np.ascontiguousarray(chessboard, dtype=np.int64)
        best_move, fewest = None, 100
        for row in range(self.chessboard_size):
            for column in range(self.chessboard_size):
                flips = count_flips(board, row, column, self.color)
                if flips == 0:
                    continue
                self.candidate_list.append((row, column))
                if flips < fewest:
                    best_move, fewest = (row, column), flips
        if best_move is not None:
            self.candidate_list.append(best_move)
