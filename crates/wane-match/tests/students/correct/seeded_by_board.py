"""Throws dice, but the same dice on the same board."""

import random
from zlib import crc32


def legal_moves(board, color):
    size = len(board)
    moves = []
    for row in range(size):
        for column in range(size):
            if board[row][column] == 0 and flips_any(board, size, row, column, color):
                moves.append((row, column))
    return moves


def flips_any(board, size, row, column, color):
    for down, right in ((1, 1), (1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)):
        r, c, seen = row + down, column + right, False
        while 0 <= r < size and 0 <= c < size:
            if board[r][c] == color:
                if seen:
                    return True
                break
            if board[r][c] == 0:
                break
            seen = True
            r, c = r + down, c + right
    return False


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        board = [[int(disc) for disc in row] for row in chessboard]
        dice = random.Random(crc32(repr(board).encode()) + self.color)
        moves = legal_moves(board, self.color)
        dice.shuffle(moves)
        self.candidate_list.extend(moves)
        if moves:
            last = self.chessboard_size - 1
            quiet = [move for move in moves if move[0] not in (0, last) or move[1] not in (0, last)]
            self.candidate_list.append(dice.choice(quiet or moves))
