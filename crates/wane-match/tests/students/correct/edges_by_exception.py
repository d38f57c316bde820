"""Finds the edges of the board by exceptions, of which it catches exactly those that it expects."""


def disc_at(board, row, column):
    # Python would read on at the other side.
    if row < 0 or column < 0:
        raise ValueError("there is no such square: %d, %d" % (row, column))
    return board[row][column]


def flipped_towards(board, row, column, down, right, color):
    """The squares that a move flips in one direction."""
    squares = []
    try:
        while disc_at(board, row + down, column + right) == -color:
            row, column = row + down, column + right
            squares.append((row, column))
        if disc_at(board, row + down, column + right) == color:
            return squares
    except (ValueError, IndexError):
        # The line ends at the edge.
        pass
    return []


def flipped(board, row, column, color):
    squares = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down, right) != (0, 0):
                squares += flipped_towards(board, row, column, down, right, color)
    return squares


def legal_moves(board, color):
    moves = []
    for row in range(len(board)):
        for column in range(len(board)):
            if disc_at(board, row, column) == 0 and flipped(board, row, column, color):
                moves.append((row, column))
    return moves


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        moves = legal_moves(chessboard, self.color)
        self.candidate_list += moves
        try:
            self.candidate_list.append(min(moves, key=lambda move: self.danger(chessboard, *move)))
        except ValueError:
            # min() of nothing: there is no legal move, and the list is empty.
            return

    def danger(self, board, row, column):
        """Discs at an edge are not flipped again soon."""
        at_edge = 0
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            try:
                disc_at(board, row + down, column + right)
            except (IndexError, ValueError):
                at_edge += 1
        return len(flipped(board, row, column, self.color)) + 4 * at_edge
