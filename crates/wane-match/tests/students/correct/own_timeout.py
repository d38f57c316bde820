"""Iterative deepening that ends with an exception of its own, and a logger that stays silent."""

import logging
import time

logging.basicConfig(level=logging.WARNING)
log = logging.getLogger("reversi")

STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
SECONDS = 0.06


class Timeout(Exception):
    """The time for this move is used up."""


def flips(board, row, column, color):
    found = []
    if board[row][column]:
        return found
    n = len(board)
    for down, right in STEPS:
        line = []
        r, c = row + down, column + right
        while 0 <= r < n and 0 <= c < n and board[r][c] == -color:
            line.append((r, c))
            r += down
            c += right
        if line and 0 <= r < n and 0 <= c < n and board[r][c] == color:
            found += line
    return found


def moves_with_flips(board, color):
    found = []
    for row in range(len(board)):
        for column in range(len(board)):
            line = flips(board, row, column, color)
            if line:
                found.append(((row, column), line))
    return found


def play(board, move, line, color):
    new = [row[:] for row in board]
    for row, column in [move, *line]:
        new[row][column] = color
    return new


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.deadline = 0.0

    def go(self, chessboard):
        self.deadline = time.perf_counter() + min(SECONDS, self.time_out / 10)
        self.candidate_list.clear()
        board = [[int(disc) for disc in row] for row in chessboard]
        moves = moves_with_flips(board, self.color)
        if not moves:
            return
        self.candidate_list.extend(move for move, _ in moves)
        self.candidate_list.append(moves[0][0])
        empty = sum(row.count(0) for row in board)
        depth = 1
        try:
            while depth <= empty:
                self.candidate_list.append(self.best(board, moves, depth))
                depth += 1
        except Timeout:
            log.debug("depth %d was not finished", depth)

    def best(self, board, moves, depth):
        best_move, best_value = None, -10**9
        for move, line in moves:
            new = play(board, move, line, self.color)
            value = -self.negamax(new, -self.color, depth - 1, -10**9, -best_value)
            if value > best_value:
                best_move, best_value = move, value
        return best_move

    def negamax(self, board, color, depth, alpha, beta):
        if time.perf_counter() > self.deadline:
            raise Timeout
        moves = moves_with_flips(board, color)
        if depth <= 0 or not moves:
            other = moves_with_flips(board, -color)
            if not moves and not other:
                return -1000 * color * sum(map(sum, board))
            if depth <= 0:
                return len(other) - len(moves)
            return -self.negamax(board, -color, depth - 1, -beta, -alpha)
        for move, line in moves:
            new = play(board, move, line, color)
            alpha = max(alpha, -self.negamax(new, -color, depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha
