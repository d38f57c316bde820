"""A first agent for the contest: looks two moves ahead and wants few discs and many moves.

Try it with `wane match docs/examples/first.py greedy --time 5s/180s`.
"""

import time

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.size = chessboard_size
        self.color = color
        self.time_out = time_out
        # The last element is the move; whatever is in here when the time is over counts.
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        deadline = time.time() + 0.8 * self.time_out
        board = [[int(disc) for disc in row] for row in chessboard]
        moves = self.moves(board, self.color)
        self.candidate_list.extend(moves)
        best = None
        for row, column in moves:
            if time.time() > deadline:
                break
            value = -self.value(self.play(board, row, column, self.color), -self.color, 1)
            if best is None or value > best:
                best = value
                self.candidate_list.append((row, column))

    def flips(self, board, row, column, color):
        """The discs that a move turns over."""
        found = []
        for down, right in DIRECTIONS:
            line = []
            y, x = row + down, column + right
            while 0 <= y < self.size and 0 <= x < self.size and board[y][x] == -color:
                line.append((y, x))
                y, x = y + down, x + right
            if 0 <= y < self.size and 0 <= x < self.size and board[y][x] == color:
                found.extend(line)
        return found

    def moves(self, board, color):
        """Every legal move."""
        squares = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [at for at in squares if board[at[0]][at[1]] == 0 and self.flips(board, *at, color)]

    def play(self, board, row, column, color):
        """The board after a move."""
        after = [line[:] for line in board]
        for y, x in [(row, column)] + self.flips(board, row, column, color):
            after[y][x] = color
        return after

    def value(self, board, color, depth):
        """How good a board is for the side to move, looking some moves ahead."""
        own, other = self.moves(board, color), self.moves(board, -color)
        discs = color * sum(map(sum, board))
        if not own and not other:
            return -100 * discs
        if depth == 0:
            return 3 * (len(own) - len(other)) - discs
        if not own:
            return -self.value(board, -color, depth)
        return max(-self.value(self.play(board, *at, color), -color, depth - 1) for at in own)
