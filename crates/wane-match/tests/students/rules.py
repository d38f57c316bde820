"""The rules, for the agents beside this file: no agent itself."""

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def turned(board, row, column, color):
    """The discs that a move turns over."""
    size = len(board)
    discs = []
    if board[row][column] != 0:
        return discs
    for down, right in STEPS:
        run = []
        r, c = row + down, column + right
        while 0 <= r < size and 0 <= c < size and board[r][c] == -color:
            run.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < size and 0 <= c < size and board[r][c] == color:
            discs += run
    return discs


def legal_moves(board, color):
    squares = [(r, c) for r in range(len(board)) for c in range(len(board))]
    return [(r, c) for r, c in squares if turned(board, r, c, color)]
