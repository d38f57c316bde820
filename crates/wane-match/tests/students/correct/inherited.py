"""A base class with the rules, and an AI that changes its mind in three stages of the game."""

from abc import ABC, abstractmethod


class Player(ABC):
    DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]

    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        board = {
            (row, column): int(chessboard[row][column])
            for row in range(self.chessboard_size)
            for column in range(self.chessboard_size)
        }
        moves = self.moves(board, self.color)
        self.candidate_list.extend(moves)
        if moves:
            self.candidate_list.append(self.choose(board, moves))

    @abstractmethod
    def choose(self, board, moves):
        """One of the moves, of which there is at least one."""

    def flips(self, board, square, color):
        found = []
        for down, right in self.DIRECTIONS:
            line = []
            at = square[0] + down, square[1] + right
            while board.get(at) == -color:
                line.append(at)
                at = at[0] + down, at[1] + right
            if board.get(at) == color:
                found.extend(line)
        return found

    def moves(self, board, color):
        return [at for at, disc in board.items() if disc == 0 and self.flips(board, at, color)]

    def after(self, board, square, color):
        changed = dict.fromkeys(self.flips(board, square, color), color)
        return {**board, **changed, square: color}


class AI(Player):
    def __init__(self, chessboard_size, color, time_out):
        super().__init__(chessboard_size, color, time_out)
        last = chessboard_size - 1
        self.corners = {(0, 0), (0, last), (last, 0), (last, last)}

    def choose(self, board, moves):
        played = sum(1 for disc in board.values() if disc) / len(board)
        if played < 0.35:
            evaluate = self.opening
        elif played < 0.8:
            evaluate = self.middle
        else:
            evaluate = self.ending
        return max(moves, key=lambda move: evaluate(self.after(board, move, self.color), move))

    def opening(self, board, move):
        return -sum(board.values()) * self.color

    def middle(self, board, move):
        own, opp = self.moves(board, self.color), self.moves(board, -self.color)
        return len(opp) - len(own) - 20 * (move in self.corners)

    def ending(self, board, move):
        replies = self.moves(board, -self.color)
        if not replies:
            return -sum(board.values()) * self.color
        leads = (-sum(self.after(board, reply, -self.color).values()) for reply in replies)
        return min(lead * self.color for lead in leads)
