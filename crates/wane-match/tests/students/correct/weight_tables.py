"""Alpha-beta with a table of square weights for each size."""

import numpy as np

# Whoever wants few discs wants no corners.
WEIGHTS = {
    4: np.array([
        [-30, 4, 4, -30],
        [4, 1, 1, 4],
        [4, 1, 1, 4],
        [-30, 4, 4, -30],
    ]),
    6: np.array([
        [-60, 20, -8, -8, 20, -60],
        [20, 25, -2, -2, 25, 20],
        [-8, -2, -1, -1, -2, -8],
        [-8, -2, -1, -1, -2, -8],
        [20, 25, -2, -2, 25, 20],
        [-60, 20, -8, -8, 20, -60],
    ]),
    8: np.array([
        [-99, 30, -10, -5, -5, -10, 30, -99],
        [30, 45, -3, -3, -3, -3, 45, 30],
        [-10, -3, -2, -1, -1, -2, -3, -10],
        [-5, -3, -1, -1, -1, -1, -3, -5],
        [-5, -3, -1, -1, -1, -1, -3, -5],
        [-10, -3, -2, -1, -1, -2, -3, -10],
        [30, 45, -3, -3, -3, -3, 45, 30],
        [-99, 30, -10, -5, -5, -10, 30, -99],
    ]),
}
DEPTH = {4: 3, 6: 2, 8: 2}


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.weights = WEIGHTS[chessboard_size]

    def is_on_board(self, row, column):
        return 0 <= row < self.chessboard_size and 0 <= column < self.chessboard_size

    def turn_over(self, board, row, column, color):
        result = []
        if board[row, column] != 0:
            return result
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx == dy == 0:
                    continue
                x, y = row + dx, column + dy
                part = []
                while self.is_on_board(x, y) and board[x, y] == -color:
                    part.append((x, y))
                    x, y = x + dx, y + dy
                if self.is_on_board(x, y) and board[x, y] == color:
                    result.extend(part)
        return result

    def legal(self, board, color):
        squares = [(int(row), int(column)) for row, column in zip(*np.where(board == 0))]
        return [square for square in squares if self.turn_over(board, *square, color)]

    def result(self, board, move, color):
        new = board.copy()
        for square in self.turn_over(board, *move, color):
            new[square] = color
        new[move] = color
        return new

    def evaluate(self, board):
        return self.color * int((board * self.weights).sum())

    def go(self, chessboard):
        self.candidate_list.clear()
        self.candidate_list = self.legal(chessboard, self.color)
        if len(self.candidate_list) == 0:
            return
        alpha, best = -99999, self.candidate_list[0]
        for move in list(self.candidate_list):
            new = self.result(chessboard, move, self.color)
            value = self.min_value(new, alpha, 99999, DEPTH[self.chessboard_size] - 1)
            if value > alpha:
                alpha, best = value, move
        self.candidate_list.append(best)

    def max_value(self, board, alpha, beta, depth):
        if depth == 0:
            return self.evaluate(board)
        moves = self.legal(board, self.color)
        if not moves:
            return self.min_value(board, alpha, beta, depth - 1)
        value = -99999
        for move in moves:
            new = self.result(board, move, self.color)
            value = max(value, self.min_value(new, alpha, beta, depth - 1))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, board, alpha, beta, depth):
        if depth == 0:
            return self.evaluate(board)
        moves = self.legal(board, -self.color)
        if not moves:
            return self.max_value(board, alpha, beta, depth - 1)
        value = 99999
        for move in moves:
            new = self.result(board, move, -self.color)
            value = min(value, self.max_value(new, alpha, beta, depth - 1))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value
