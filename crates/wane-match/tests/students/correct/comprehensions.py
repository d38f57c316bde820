"""Flips as few discs as it can, in comprehensions and lambdas."""

from itertools import product, takewhile

steps = [step for step in product((-1, 0, 1), repeat=2) if any(step)]
ray = lambda n, r, c, dr, dc: takewhile(
    lambda at: 0 <= at[0] < n and 0 <= at[1] < n, ((r + k * dr, c + k * dc) for k in range(1, n))
)
discs = lambda board, squares: [board[r][c] for r, c in squares]
run = lambda line, color: len(list(takewhile(lambda disc: disc == -color, line)))
turned = lambda line, color: run(line, color) if color in line[run(line, color):][:1] else 0
total = lambda board, r, c, color: sum(
    turned(discs(board, ray(len(board), r, c, *step)), color) for step in steps
)


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        empty = [at for at in product(range(len(chessboard)), repeat=2) if chessboard[at[0]][at[1]] == 0]
        counts = {at: total(chessboard, *at, self.color) for at in empty}
        self.candidate_list += [at for at in empty if counts[at]]
        self.candidate_list += sorted(self.candidate_list, key=counts.get)[:1]
