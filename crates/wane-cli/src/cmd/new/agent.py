"""An agent to begin with: it looks two moves ahead.

The player with FEWER discs at the end wins. Change what a board is worth (value), how far it looks
(DEPTH), or everything. Then try:

    wane check {file}            is anything wrong with it?
    wane match {file} greedy     does it win?
"""

import time

BLACK, WHITE, EMPTY = -1, 1, 0
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
WON = 100000

# How many moves ahead it looks: 1 is its own move, 2 the reply as well.
DEPTH = 2

# What a disc on each square is worth to its owner: the upper left quarter of the board, the other
# three are its mirror images. A disc in a corner is never turned over, so it is bad to have one.
SQUARES = [
    [-80, 5, -10, -5],
    [5, 15, -1, -1],
    [-10, -1, -3, -2],
    [-5, -1, -2, -1],
]
# What a move to choose from is worth, and what a disc is.
MOVE = 5
DISC = -1


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.size = chessboard_size
        self.color = color
        self.time_out = time_out
        # The last one in this list is the move, whenever the time is over.
        self.candidate_list = []

    def go(self, chessboard):
        """Called for each move. Nothing is returned: the list has the answer."""
        self.candidate_list.clear()
        # Some time is left for what comes between two looks at the clock.
        self.deadline = time.time() + 0.8 * self.time_out
        # Lists of Python are faster than numpy, one square at a time.
        board = [[int(disc) for disc in row] for row in chessboard]
        moves = self.moves(board, self.color)
        # Any legal move first, in case there is no time for more.
        self.candidate_list.extend(moves)
        best = -2 * WON
        for move in moves:
            after = self.play(board, move, self.color)
            # What is good for the other side is bad for this one.
            value = -self.search(after, -self.color, DEPTH - 1, -2 * WON, -best)
            if time.time() > self.deadline:
                return
            if value > best:
                best = value
                self.candidate_list.append(move)

    def search(self, board, color, depth, low, high):
        """The value of a board for the side to move, by alpha-beta: what is not between low and
        high need not be known exactly."""
        moves = self.moves(board, color)
        if not moves and not self.moves(board, -color):
            return self.result(board, color)
        if depth == 0 or time.time() > self.deadline:
            return self.value(board, color, len(moves))
        if not moves:
            return -self.search(board, -color, depth, -high, -low)
        for move in moves:
            after = self.play(board, move, color)
            low = max(low, -self.search(after, -color, depth - 1, -high, -low))
            if low >= high:
                break
        return low

    def result(self, board, color):
        """The value of the end of a game: fewer discs win."""
        discs = color * sum(map(sum, board))
        return WON * (discs < 0) - WON * (discs > 0) - discs

    def value(self, board, color, own_moves):
        """The value of a board in the middle of a game, for the side to move."""
        total = MOVE * (own_moves - len(self.moves(board, -color)))
        last = self.size - 1
        for y, row in enumerate(board):
            for x, disc in enumerate(row):
                total += disc * color * (DISC + SQUARES[min(y, last - y)][min(x, last - x)])
        return total

    def moves(self, board, color):
        """All legal moves: empty squares where at least one disc is turned over."""
        squares = [(y, x) for y in range(self.size) for x in range(self.size)]
        return [at for at in squares if board[at[0]][at[1]] == EMPTY and self.turned(board, at, color)]

    def play(self, board, move, color):
        """The board after a move; the board itself is not changed."""
        after = [row[:] for row in board]
        for y, x in [move] + self.turned(board, move, color):
            after[y][x] = color
        return after

    def turned(self, board, move, color):
        """The discs that a move turns over: rows of the other side's, with an own one at the end."""
        all_turned = []
        for down, right in DIRECTIONS:
            y, x = move[0] + down, move[1] + right
            line = []
            # -1 is the last element of a list in Python, so the edges need care.
            while 0 <= y < self.size and 0 <= x < self.size and board[y][x] == -color:
                line.append((y, x))
                y, x = y + down, x + right
            if line and 0 <= y < self.size and 0 <= x < self.size and board[y][x] == color:
                all_turned.extend(line)
        return all_turned
