"""Looks along slices and diagonals of the numpy board."""

import numpy as np


def lines_from(board, row, column):
    """The squares in each of the eight directions from a square, nearest first."""
    mirrored = np.fliplr(board)
    mirrored_column = board.shape[1] - 1 - column
    falling = np.diagonal(board, column - row)
    rising = np.diagonal(mirrored, mirrored_column - row)
    on_falling = min(row, column)
    on_rising = min(row, mirrored_column)
    return [
        board[row, column + 1 :],
        board[row, :column][::-1],
        board[row + 1 :, column],
        board[:row, column][::-1],
        falling[on_falling + 1 :],
        falling[:on_falling][::-1],
        rising[on_rising + 1 :],
        rising[:on_rising][::-1],
    ]


def flipped_on(line, color):
    """How many discs a move flips on a line."""
    ends = np.flatnonzero(line != -color)
    if ends.size == 0 or line[ends[0]] != color:
        return 0
    return int(ends[0])


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        flips = {}
        for row, column in zip(*np.where(chessboard == 0)):
            lines = lines_from(chessboard, row, column)
            number = sum(flipped_on(line, self.color) for line in lines)
            if number > 0:
                flips[int(row), int(column)] = number
        self.candidate_list.extend(flips)
        if flips:
            self.candidate_list.append(min(flips, key=flips.get))
