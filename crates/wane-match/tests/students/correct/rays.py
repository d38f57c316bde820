"""Rays from every square, built when the file is imported, and functions made with partial."""

from functools import partial

SIZES = (4, 6, 8)


def build_rays(size):
    """For each square the lines of squares in the eight directions, where two squares or more are left."""
    rays = {}
    for row in range(size):
        for column in range(size):
            lines = []
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    if down == right == 0:
                        continue
                    line = []
                    r, c = row + down, column + right
                    while r in range(size) and c in range(size):
                        line.append((r, c))
                        r, c = r + down, c + right
                    if len(line) > 1:
                        lines.append(tuple(line))
            rays[row, column] = tuple(lines)
    return rays


RAYS = {size: build_rays(size) for size in SIZES}


def flips(rays, color, board, square):
    flipped = []
    for line in rays[square]:
        for length, (row, column) in enumerate(line):
            disc = board[row][column]
            if disc == color:
                flipped.extend(line[:length])
            if disc != -color:
                break
    return flipped


def legal(rays, color, board):
    found = {}
    for row, column in rays:
        if board[row][column] == 0:
            flipped = flips(rays, color, board, (row, column))
            if flipped:
                found[row, column] = flipped
    return found


def place(board, square, flipped, color):
    new = [row.copy() for row in board]
    for row, column in (square, *flipped):
        new[row][column] = color
    return new


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        rays = RAYS[chessboard_size]
        self.own_moves = partial(legal, rays, color)
        self.opponents_moves = partial(legal, rays, -color)
        self.place_own = partial(place, color=color)

    def go(self, chessboard):
        self.candidate_list.clear()
        board = [[int(disc) for disc in row] for row in chessboard]
        moves = self.own_moves(board)
        self.candidate_list.extend(moves.keys())
        if moves:
            # Whoever can flip much only, will.
            worth = partial(self.worth, board)
            self.candidate_list.append(max(moves.items(), key=worth)[0])

    def worth(self, board, item):
        square, flipped = item
        replies = self.opponents_moves(self.place_own(board, square, flipped))
        if not replies:
            return -100
        return min(len(reply) for reply in replies.values()) - len(flipped)
