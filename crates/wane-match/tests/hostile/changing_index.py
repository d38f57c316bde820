"""Has a candidate whose row is another one each time it is read."""

# verdict: none

from base import Player


class Row:
    def __init__(self, row):
        self.row, self.reads = row, 0

    def __index__(self):
        self.reads += 1
        return self.row if self.reads == 1 else 99


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        self.candidate_list[:] = [(Row(row), column) for row, column in self.candidate_list]
