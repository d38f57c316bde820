"""Comments in Chinese, in UTF-8."""

import numpy as np

# 八个方向
方向 = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

COLOR_BLACK = -1
COLOR_WHITE = 1
COLOR_NONE = 0
INF = 1e9


class AI(object):
    # 传入棋盘大小、己方颜色和时间限制
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        # 候选落子位置，最后一个为最终决策
        self.candidate_list = []

    def go(self, chessboard):
        # 清空上一步的候选列表，必须执行
        self.candidate_list.clear()
        # 找出所有合法位置
        moves = self.get_valid_moves(chessboard, self.color)
        self.candidate_list.extend(moves)
        if not moves:
            return
        # 反黑白棋：最后子少者胜
        best_move, best_score = moves[0], -INF
        for move in moves:
            new_board = self.place(chessboard, move, self.color)
            score = self.search(new_board, -self.color, 1, best_score, INF)
            if score > best_score:
                best_move, best_score = move, score
        self.candidate_list.append(best_move)

    def get_flips(self, board, x, y, color):
        """返回在 (x, y) 落子后被翻转的棋子"""
        n = self.chessboard_size
        flips = []
        for dx, dy in 方向:
            line = []
            i, j = x + dx, y + dy
            # 沿着一个方向一直走，直到遇到不是对手的棋子
            while 0 <= i < n and 0 <= j < n and board[i][j] == -color:
                line.append((i, j))
                i += dx
                j += dy
            # 另一端是己方棋子才能翻转
            if line and 0 <= i < n and 0 <= j < n and board[i][j] == color:
                flips.extend(line)
        return flips

    def get_valid_moves(self, board, color):
        empty = list(zip(*[axis.tolist() for axis in np.where(board == COLOR_NONE)]))
        return [(x, y) for x, y in empty if self.get_flips(board, x, y, color)]

    def place(self, board, move, color):
        # 复制一份，不改动原棋盘
        new_board = np.array(board)
        for x, y in self.get_flips(board, move[0], move[1], color):
            new_board[x][y] = color
        new_board[move[0]][move[1]] = color
        return new_board

    def evaluate(self, board):
        """估值：己方棋子越少越好，角要避开"""
        corners = board[0][0] + board[0][-1] + board[-1][0] + board[-1][-1]
        return -self.color * (np.sum(board) + 10 * corners)

    def search(self, board, color, depth, alpha, beta):
        if depth == 0:
            return self.evaluate(board)
        moves = self.get_valid_moves(board, color)
        if not moves:
            return self.search(board, -color, depth - 1, alpha, beta)
        if color == self.color:
            # 极大层
            for move in moves:
                alpha = max(alpha, self.search(self.place(board, move, color), -color, depth - 1, alpha, beta))
                if alpha >= beta:
                    break
            return alpha
        # 极小层
        for move in moves:
            beta = min(beta, self.search(self.place(board, move, color), -color, depth - 1, alpha, beta))
            if alpha >= beta:
                break
        return beta
