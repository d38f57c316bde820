"""A flat board with a border, on which moves are made and taken back."""

BORDER = 7


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.width = chessboard_size + 2
        w = self.width
        self.steps = (-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1)
        self.fields = [
            row * w + column
            for row in range(1, chessboard_size + 1)
            for column in range(1, chessboard_size + 1)
        ]
        self.board = [BORDER] * (w * w)
        self.undo_stack = []

    def go(self, chessboard):
        self.candidate_list.clear()
        self.undo_stack.clear()
        for field in self.fields:
            row, column = self.square(field)
            self.board[field] = int(chessboard[row][column])
        moves = self.moves(self.color)
        for field, _ in moves:
            self.candidate_list.append(self.square(field))
        if not moves:
            return
        alpha, best = -10000, moves[0][0]
        for field, flipped in moves:
            self.make(field, flipped, self.color)
            value = -self.search(-self.color, 1, -10000, -alpha)
            self.undo()
            if value > alpha:
                alpha, best = value, field
        self.candidate_list.append(self.square(best))

    def square(self, field):
        return field // self.width - 1, field % self.width - 1

    def moves(self, color):
        board = self.board
        found = []
        for field in self.fields:
            if board[field] == 0:
                flipped = []
                for step in self.steps:
                    at = field + step
                    if board[at] != -color:
                        continue
                    while board[at] == -color:
                        at += step
                    if board[at] == color:
                        flipped.extend(range(field + step, at, step))
                if flipped:
                    found.append((field, flipped))
        return found

    def make(self, field, flipped, color):
        self.board[field] = color
        for at in flipped:
            self.board[at] = color
        self.undo_stack.append((field, flipped, color))

    def undo(self):
        field, flipped, color = self.undo_stack.pop()
        self.board[field] = 0
        for at in flipped:
            self.board[at] = -color

    def search(self, color, depth, alpha, beta):
        moves = self.moves(color)
        if not moves:
            other = self.moves(-color)
            if not other:
                return 100 * self.lead(color)
            if depth == 0:
                return self.lead(color) + 4 * len(other)
            return -self.search(-color, depth - 1, -beta, -alpha)
        if depth == 0:
            return self.lead(color) + 4 * (len(self.moves(-color)) - len(moves))
        for field, flipped in moves:
            self.make(field, flipped, color)
            value = -self.search(-color, depth - 1, -beta, -alpha)
            self.undo()
            if value >= beta:
                return value
            if value > alpha:
                alpha = value
        return alpha

    def lead(self, color):
        """How many discs fewer the side has."""
        return self.board.count(-color) - self.board.count(color)
