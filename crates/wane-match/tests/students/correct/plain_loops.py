"""Everything in one method, with plain loops."""


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        n = self.chessboard_size
        best = None
        fewest = 1000
        for i in range(n):
            for j in range(n):
                if chessboard[i][j] != 0:
                    continue
                total = 0
                for di in range(-1, 2):
                    for dj in range(-1, 2):
                        if di == 0 and dj == 0:
                            continue
                        x = i + di
                        y = j + dj
                        count = 0
                        while x >= 0 and x < n and y >= 0 and y < n:
                            if chessboard[x][y] == -self.color:
                                count = count + 1
                                x = x + di
                                y = y + dj
                            else:
                                if chessboard[x][y] == self.color:
                                    total = total + count
                                break
                if total > 0:
                    self.candidate_list.append((i, j))
                    if total < fewest:
                        fewest = total
                        best = (i, j)
        if best is not None:
            self.candidate_list.append(best)
