"""Windows line ends, and a game against itself at the end of the file."""

import numpy as np

EMPTY, BLACK, WHITE = 0, -1, 1
dirs = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]


def put(board, pos, color):
    """The board after a move, or None if the move is not legal."""
    if board[pos[0]][pos[1]] != EMPTY:
        return None
    size = len(board)
    new = board.copy()
    legal = False
    for d in dirs:
        steps = 1
        while True:
            x = pos[0] + d[0] * steps
            y = pos[1] + d[1] * steps
            if x < 0 or y < 0 or x >= size or y >= size or board[x][y] == EMPTY:
                break
            if board[x][y] == color:
                for k in range(1, steps):
                    new[pos[0] + d[0] * k][pos[1] + d[1] * k] = color
                    legal = True
                break
            steps += 1
    if not legal:
        return None
    new[pos[0]][pos[1]] = color
    return new


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        results = []
        for i in range(self.chessboard_size):
            for j in range(self.chessboard_size):
                new = put(chessboard, (i, j), self.color)
                if new is not None:
                    self.candidate_list.append((i, j))
                    results.append(np.sum(new == self.color))
        if len(results) > 0:
            self.candidate_list.append(self.candidate_list[int(np.argmin(results))])


if __name__ == "__main__":
    size = 8
    board = np.zeros((size, size), dtype=int)
    board[3][3] = board[4][4] = WHITE
    board[3][4] = board[4][3] = BLACK
    players = {BLACK: AI(size, BLACK, 5), WHITE: AI(size, WHITE, 5)}
    color, passes = BLACK, 0
    while passes < 2:
        players[color].go(board)
        if players[color].candidate_list:
            board = put(board, players[color].candidate_list[-1], color)
            passes = 0
        else:
            passes += 1
        color = -color
    print(board)
    print("black:", np.sum(board == BLACK), "white:", np.sum(board == WHITE))
