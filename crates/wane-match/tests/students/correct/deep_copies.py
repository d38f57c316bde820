"""A class for the board, copied with deepcopy at every step of the recursion."""

import copy


class ChessBoard(object):
    def __init__(self, cells, color):
        self.cells = cells
        self.size = len(cells)
        self.turn = color

    def inside(self, x, y):
        return x >= 0 and y >= 0 and x < self.size and y < self.size

    def reverse_list(self, x, y):
        to_reverse = []
        if self.cells[x][y] != 0:
            return to_reverse
        for dx, dy in [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]]:
            nx, ny = x + dx, y + dy
            temp = []
            while self.inside(nx, ny) and self.cells[nx][ny] == -self.turn:
                temp.append([nx, ny])
                nx += dx
                ny += dy
            if self.inside(nx, ny) and self.cells[nx][ny] == self.turn:
                to_reverse += temp
        return to_reverse

    def get_moves(self):
        moves = []
        for x in range(self.size):
            for y in range(self.size):
                if len(self.reverse_list(x, y)) > 0:
                    moves.append((x, y))
        return moves

    def do_move(self, move):
        if move is not None:
            for x, y in self.reverse_list(move[0], move[1]):
                self.cells[x][y] = self.turn
            self.cells[move[0]][move[1]] = self.turn
        self.turn = -self.turn

    def score(self, color):
        own = sum(row.count(color) for row in self.cells)
        other = sum(row.count(-color) for row in self.cells)
        return other - own


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.max_depth = 2

    def go(self, chessboard):
        self.candidate_list.clear()
        cells = []
        for row in chessboard:
            cells.append([int(cell) for cell in row])
        board = ChessBoard(cells, self.color)
        self.candidate_list.extend(board.get_moves())
        if len(self.candidate_list) > 0:
            value, move = self.minimax(board, self.max_depth)
            self.candidate_list.append(move)

    def minimax(self, board, depth):
        moves = board.get_moves()
        if depth == 0:
            return board.score(self.color), None
        if len(moves) == 0:
            other = copy.deepcopy(board)
            other.do_move(None)
            if len(other.get_moves()) == 0:
                return 100 * board.score(self.color), None
            return self.minimax(other, depth - 1)[0], None
        best_value, best_move = None, None
        for move in moves:
            child = copy.deepcopy(board)
            child.do_move(move)
            if depth == 1:
                value = child.score(self.color)
            else:
                value, _ = self.minimax(child, depth - 1)
            if best_value is None:
                better = True
            elif board.turn == self.color:
                better = value > best_value
            else:
                better = value < best_value
            if better:
                best_value, best_move = value, move
        return best_value, best_move
