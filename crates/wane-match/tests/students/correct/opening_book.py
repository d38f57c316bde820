"""A dictionary of openings, counted from the middle so that it serves all sizes."""

BLACK, WHITE = -1, 1

# The discs of Black and of White, and the move: (row, column) from the square below and right of the middle.
BOOK = {
    (((-1, 0), (0, -1)), ((-1, -1), (0, 0)), BLACK): (-2, -1),
    (((-2, -1), (-1, -1), (-1, 0), (0, -1)), ((0, 0),), WHITE): (-2, -2),
    (((-1, -2), (-1, -1), (-1, 0), (0, -1)), ((0, 0),), WHITE): (-2, -2),
    (((-1, 0), (0, -1), (0, 0), (1, 0)), ((-1, -1),), WHITE): (1, 1),
    (((-1, 0), (0, -1), (0, 0), (0, 1)), ((-1, -1),), WHITE): (1, 1),
    (((-2, -1), (-1, 0), (0, -1)), ((-2, -2), (-1, -1), (0, 0)), BLACK): (0, 1),
}

VECTORS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        size = self.chessboard_size
        flips = {}
        for row in range(size):
            for column in range(size):
                number = self.flips(chessboard, row, column)
                if number:
                    flips[row, column] = number
        self.candidate_list.extend(flips)
        if not flips:
            return
        choice = self.from_book(chessboard)
        if choice not in flips:
            choice = min(flips, key=flips.get)
        self.candidate_list.append(choice)

    def from_book(self, chessboard):
        half = self.chessboard_size // 2
        discs = {BLACK: [], WHITE: []}
        for row, line in enumerate(chessboard):
            for column, disc in enumerate(line):
                if disc != 0:
                    discs[int(disc)].append((row - half, column - half))
        known = BOOK.get((tuple(discs[BLACK]), tuple(discs[WHITE]), self.color))
        return None if known is None else (known[0] + half, known[1] + half)

    def flips(self, board, row, column):
        if board[row][column] != 0:
            return 0
        size, total = self.chessboard_size, 0
        for i, j in VECTORS:
            r, c, number = row + i, column + j, 0
            while 0 <= r < size and 0 <= c < size and board[r][c] == -self.color:
                r, c, number = r + i, c + j, number + 1
            if 0 <= r < size and 0 <= c < size and board[r][c] == self.color:
                total += number
        return total
