"""A correct program that speaks UGI; hostile ones change what it does."""

import sys

STEPS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


def flips(board, side, square):
    """The squares that a disc turns."""
    found = []
    for y, x in STEPS:
        row, column, line = square[0] + y, square[1] + x, []
        while board.get((row, column)) == -side:
            line.append((row, column))
            row, column = row + y, column + x
        found += line if board.get((row, column)) == side else []
    return found


def read(moves):
    """The board and the side to move."""
    board, side = {(3, 3): 1, (4, 4): 1, (3, 4): -1, (4, 3): -1}, -1
    for text in moves:
        square = (int(text[1]) - 1, ord(text[0]) - ord("a")) if len(text) == 2 else None
        if square is not None:
            side = side if flips(board, side, square) else -side
            for turned in flips(board, side, square) + [square]:
                board[turned] = side
        side = -side
    return board, side


def choose(board, side):
    for row in range(8):
        for column in range(8):
            if (row, column) not in board and flips(board, side, (row, column)):
                return "abcdefgh"[column] + str(row + 1)
    return "pass"


def serve(before_answer=lambda: None):
    """Answers until its input ends."""
    moves = []
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif words[:1] == ["go"]:
            before_answer()
            print("bestmove", choose(*read(moves)), flush=True)
