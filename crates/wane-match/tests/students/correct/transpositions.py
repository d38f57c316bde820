"""Negamax with a dictionary of the positions that it has seen."""

from collections import namedtuple

import numpy as np

Entry = namedtuple("Entry", "depth value kind move")
EXACT, LOWER, UPPER = range(3)
MAX_DEPTH = 3
BIG = 1 << 20


def flip_list(board, n, index, color):
    """The discs that a move flips, on a board as a flat list."""
    row, column = divmod(index, n)
    flipped = []
    for step_row in (-1, 0, 1):
        for step_column in (-1, 0, 1):
            if step_row == 0 and step_column == 0:
                continue
            r, c = row + step_row, column + step_column
            start = len(flipped)
            while 0 <= r < n and 0 <= c < n and board[r * n + c] == -color:
                flipped.append(r * n + c)
                r, c = r + step_row, c + step_column
            if not (0 <= r < n and 0 <= c < n and board[r * n + c] == color):
                del flipped[start:]
    return flipped


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.table = {}
        self.nodes = 0

    def go(self, chessboard):
        self.candidate_list.clear()
        n = self.chessboard_size
        board = np.asarray(chessboard).flatten().tolist()
        moves = [index for index, _ in self.moves(board, self.color)]
        self.candidate_list.extend(divmod(index, n) for index in moves)
        if not moves:
            return
        # The positions of earlier moves do not come back.
        self.table.clear()
        self.nodes = 0
        for depth in range(1, MAX_DEPTH + 1):
            self.search(board, self.color, depth, -BIG, BIG)
            if self.nodes > 30:
                break
        best = self.table[bytes(disc + 1 for disc in board), self.color].move
        self.candidate_list.append(divmod(best, n))

    def moves(self, board, color):
        n = self.chessboard_size
        for index, disc in enumerate(board):
            if disc == 0:
                flipped = flip_list(board, n, index, color)
                if flipped:
                    yield index, flipped

    def search(self, board, color, depth, alpha, beta):
        self.nodes += 1
        key = bytes(disc + 1 for disc in board), color
        known = self.table.get(key)
        if known is not None and known.depth >= depth:
            if known.kind == EXACT:
                return known.value
            if known.kind == LOWER and known.value >= beta:
                return known.value
            if known.kind == UPPER and known.value <= alpha:
                return known.value
        moves = list(self.moves(board, color))
        if not moves and not any(self.moves(board, -color)):
            return -color * sum(board) * 1000
        if depth == 0:
            return -4 * len(moves) - color * sum(board)
        if not moves:
            return -self.search(board, -color, depth - 1, -beta, -alpha)
        if known is not None:
            moves.sort(key=lambda move: move[0] != known.move)
        best_value, best_move, first_alpha = -BIG - 1, moves[0][0], alpha
        for index, flipped in moves:
            for square in flipped:
                board[square] = color
            board[index] = color
            value = -self.search(board, -color, depth - 1, -beta, -alpha)
            board[index] = 0
            for square in flipped:
                board[square] = -color
            if value > best_value:
                best_value, best_move = value, index
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        if best_value <= first_alpha:
            kind = UPPER
        elif best_value >= beta:
            kind = LOWER
        else:
            kind = EXACT
        self.table[key] = Entry(depth, best_value, kind, best_move)
        return best_value
