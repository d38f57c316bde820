"""Legal moves for the whole board at once, by shifting numpy arrays."""

import numpy as np

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def shifted(mask, down, right):
    """The mask moved by one step; what leaves the board is lost."""
    result = np.zeros_like(mask)
    n = mask.shape[0]
    to_rows = slice(max(down, 0), n + min(down, 0))
    from_rows = slice(max(-down, 0), n + min(-down, 0))
    to_columns = slice(max(right, 0), n + min(right, 0))
    from_columns = slice(max(-right, 0), n + min(-right, 0))
    result[to_rows, to_columns] = mask[from_rows, from_columns]
    return result


def legal_mask(board, color):
    own = board == color
    opponent = board == -color
    empty = board == 0
    legal = np.zeros_like(own)
    for down, right in DIRECTIONS:
        line = shifted(own, down, right) & opponent
        while line.any():
            line = shifted(line, down, right)
            legal |= line & empty
            line &= opponent
    return legal


def after(board, row, column, color):
    """The board after a move, as a new array."""
    own = board == color
    opponent = board == -color
    new = board.copy()
    new[row, column] = color
    start = np.zeros_like(own)
    start[row, column] = True
    for down, right in DIRECTIONS:
        line = np.zeros_like(own)
        head = shifted(start, down, right)
        while (head & opponent).any():
            line |= head
            head = shifted(head, down, right)
        if (head & own).any():
            new[line] = color
    return new


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        rows, columns = np.nonzero(legal_mask(chessboard, self.color))
        self.candidate_list.extend(zip(rows.tolist(), columns.tolist()))
        if not self.candidate_list:
            return
        values = [self.value(after(chessboard, *move, self.color)) for move in self.candidate_list]
        self.candidate_list.append(self.candidate_list[int(np.argmax(values))])

    def value(self, board):
        mobility = legal_mask(board, -self.color).sum() - legal_mask(board, self.color).sum()
        return 2.0 * mobility - self.color * board.sum()
