"""Goes on at the other side of the board."""

from rules import STEPS


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        size = self.chessboard_size
        self.candidate_list.clear()
        for row in range(size - 1, -1, -1):
            for column in range(size - 1, -1, -1):
                if chessboard[row][column] == 0 and self.turns(chessboard, row, column):
                    self.candidate_list.append((row, column))

    def turns(self, board, row, column):
        for down, right in STEPS:
            r, c, run = row + down, column + right, 0
            while r < len(board) and c < len(board) and board[r][c] == -self.color and run < 9:
                r, c, run = r + down, c + right, run + 1
            if run > 0 and r < len(board) and c < len(board) and board[r][c] == self.color:
                return True
        return False
