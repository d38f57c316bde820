"""Uses numba where it is installed, compiled when the agent is made, and plain Python elsewhere."""

import numpy as np

try:
    from numba import njit
except ImportError:

    def njit(function):
        return function


@njit
def is_legal(board, row, column, color):
    size = board.shape[0]
    if board[row, column] != 0:
        return False
    for down in range(-1, 2):
        for right in range(-1, 2):
            r = row + down
            c = column + right
            seen = False
            while 0 <= r < size and 0 <= c < size and board[r, c] == -color:
                seen = True
                r += down
                c += right
            if seen and 0 <= r < size and 0 <= c < size and board[r, c] == color:
                return True
    return False


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        # Compiles it now, not in the first move.
        is_legal(np.zeros((chessboard_size, chessboard_size), dtype=np.int8), 0, 0, color)

    def go(self, chessboard):
        self.candidate_list.clear()
        board = np.array(chessboard, dtype=np.int8)
        size = self.chessboard_size
        for row in range(size):
            for column in range(size):
                if is_legal(board, row, column, self.color):
                    self.candidate_list.append((row, column))
        if self.candidate_list:
            middle = (size - 1) / 2
            self.candidate_list.append(
                min(self.candidate_list, key=lambda at: abs(at[0] - middle) + abs(at[1] - middle))
            )
