"""What the hostile agents share: the rules, and ways to find the host that runs them."""

import gc

DIRECTIONS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


def legal_moves(board, colour):
    size = len(board)
    moves = []
    for row in range(size):
        for column in range(size):
            if board[row][column] == 0 and any(
                flips(board, row, column, colour, step) for step in DIRECTIONS
            ):
                moves.append((row, column))
    return moves


def flips(board, row, column, colour, step):
    size, count = len(board), 0
    row, column = row + step[0], column + step[1]
    while 0 <= row < size and 0 <= column < size and board[row][column] == -colour:
        row, column, count = row + step[0], column + step[1], count + 1
    return count > 0 and 0 <= row < size and 0 <= column < size and board[row][column] == colour


class Player:
    """A correct player; hostile ones change what it does."""

    def __init__(self, chessboard_size, color, time_out):
        self.size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.find_moves(chessboard)

    def find_moves(self, board):
        self.candidate_list[:] = legal_moves(board, self.color)


def host():
    """The object that talks to the referee, found as an attacker finds it."""
    return next(it for it in gc.get_objects() if type(it).__name__ == "Host")


def answer(moves, **more):
    """The fields of a choice, as the host sends them."""
    last = {"move": {"row": moves[-1][0], "column": moves[-1][1]}} if moves else "none"
    return {"last": last, "candidates": len(moves), **more}
