"""Generators all the way down."""


def directions():
    for down in range(-1, 2):
        for right in range(-1, 2):
            if down or right:
                yield down, right


def walk(size, row, column, direction):
    """The squares from a square to the edge."""
    down, right = direction
    while True:
        row += down
        column += right
        if not (0 <= row < size and 0 <= column < size):
            return
        yield row, column


def flips(board, row, column, color):
    for direction in directions():
        line = []
        for r, c in walk(len(board), row, column, direction):
            if board[r][c] == -color:
                line.append((r, c))
                continue
            if board[r][c] == color:
                yield from line
            break


def moves(board, color):
    for row, discs in enumerate(board):
        for column, disc in enumerate(discs):
            if disc == 0 and next(flips(board, row, column, color), None) is not None:
                yield row, column


def children(board, color):
    for move in moves(board, color):
        child = [list(row) for row in board]
        for row, column in flips(board, *move, color):
            child[row][column] = color
        child[move[0]][move[1]] = color
        yield move, child


def values(board, color):
    """The value of each move: how well it stands after the best reply."""
    for move, child in children(board, color):
        replies = (-color * sum(map(sum, reply)) for _, reply in children(child, -color))
        yield min(replies, default=-color * sum(map(sum, child))), move


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        board = [[int(disc) for disc in row] for row in chessboard]
        for move in moves(board, self.color):
            self.candidate_list.append(move)
        best = max(values(board, self.color), default=None)
        if best is not None:
            self.candidate_list.append(best[1])
