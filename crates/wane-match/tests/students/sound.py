"""A sound agent: alpha-beta with a table of weights and a clock. mistakes.txt changes single lines of it."""

import time

import numpy as np

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
MOVE_S = 0.02


class OutOfTime(Exception):
    pass


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.weights = self.make_weights()

    def make_weights(self):
        weights = np.zeros((self.chessboard_size, self.chessboard_size), dtype=int)
        weights[[0, 0, -1, -1], [0, -1, 0, -1]] = -20
        return weights

    def go(self, chessboard):
        self.candidate_list.clear()
        self.deadline = time.perf_counter() + MOVE_S
        board = chessboard.copy()
        moves = self.legal_moves(board, self.color)
        self.candidate_list.extend(moves)
        if not moves:
            return
        best = moves[0]
        try:
            for depth in range(1, 6):
                best = max(moves, key=lambda move: self.after(board, move, depth))
                self.candidate_list.append(best)
        except OutOfTime:
            pass

    def after(self, board, move, depth):
        return -self.search(self.play(board, move, self.color), -self.color, depth - 1, -999, 999)

    def search(self, board, color, depth, alpha, beta):
        if time.perf_counter() > self.deadline:
            raise OutOfTime
        moves = self.legal_moves(board, color) if depth > 0 else []
        if not moves:
            return color * int((self.weights * board).sum()) - color * int(board.sum())
        for move in moves:
            value = -self.search(self.play(board, move, color), -color, depth - 1, -beta, -alpha)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return alpha

    def legal_moves(self, board, color):
        moves = []
        for row in range(self.chessboard_size):
            for column in range(self.chessboard_size):
                if board[row][column] == 0 and self.flips(board, (row, column), color):
                    moves.append((row, column))
        return moves

    def flips(self, board, move, color):
        flipped = []
        for down, right in STEPS:
            line = []
            row, column = move[0] + down, move[1] + right
            while self.is_inside(row, column) and board[row][column] == -color:
                line.append((row, column))
                row, column = row + down, column + right
            if line and self.is_inside(row, column) and board[row][column] == color:
                flipped.extend(line)
        return flipped

    def is_inside(self, row, column):
        return 0 <= row < self.chessboard_size and 0 <= column < self.chessboard_size

    def play(self, board, move, color):
        board = board.copy()
        for row, column in self.flips(board, move, color) + [move]:
            board[row][column] = color
        return board
