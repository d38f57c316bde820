"""Solves the last five empty squares exactly, with lru_cache."""

from functools import lru_cache

AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
SOLVED = 5


def flips(board, size, index, color):
    row, column = divmod(index, size)
    flipped = []
    for down, right in AROUND:
        r, c = row + down, column + right
        line = []
        while 0 <= r < size and 0 <= c < size:
            disc = board[r * size + c]
            if disc == -color:
                line.append(r * size + c)
                r, c = r + down, c + right
                continue
            if disc == color:
                flipped.extend(line)
            break
    return flipped


def successors(board, size, color):
    """Pairs of a move and the board after it."""
    found = []
    for index, disc in enumerate(board):
        if disc != 0:
            continue
        flipped = flips(board, size, index, color)
        if flipped:
            new = list(board)
            for at in flipped:
                new[at] = color
            new[index] = color
            found.append((index, tuple(new)))
    return found


@lru_cache(maxsize=20000)
def solve(board, size, color):
    """How many discs fewer the side has at the end if both play perfectly."""
    moves = successors(board, size, color)
    if moves:
        return max(-solve(new, size, -color) for _, new in moves)
    if successors(board, size, -color):
        return -solve(board, size, -color)
    return -color * sum(board)


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        size, color = self.chessboard_size, self.color
        board = tuple(int(disc) for row in chessboard for disc in row)
        moves = successors(board, size, color)
        self.candidate_list.extend(divmod(index, size) for index, _ in moves)
        if not moves:
            return
        if board.count(0) <= SOLVED:
            best = max(moves, key=lambda move: -solve(move[1], size, -color))
        else:
            best = max(moves, key=lambda move: len(successors(move[1], size, -color)))
        self.candidate_list.append(divmod(best[0], size))
