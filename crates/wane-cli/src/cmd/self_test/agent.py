"""The agent of `wane self-test`: plays the first legal move."""

DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.size = chessboard_size
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        squares = [(row, column) for row in range(self.size) for column in range(self.size)]
        self.candidate_list[:] = [at for at in squares if self.is_legal(chessboard, *at)][:1]

    def is_legal(self, board, row, column):
        return board[row][column] == 0 and any(
            self.flips(board, row, column, *direction) for direction in DIRECTIONS
        )

    def flips(self, board, row, column, down, right):
        """Whether a disc there turns discs in a direction."""
        count = 0
        row, column = row + down, column + right
        while 0 <= row < self.size and 0 <= column < self.size:
            if board[row][column] != -self.color:
                return count > 0 and board[row][column] == self.color
            count += 1
            row, column = row + down, column + right
        return False
