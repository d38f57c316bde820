"""The candidate list is a property, and the time limit is of no interest."""

CORNER_COST = 40


class AI(object):
    def __init__(self, chessboard_size, color, time_out=5):
        self.chessboard_size = chessboard_size
        self.color = color
        self._candidates = []

    @property
    def candidate_list(self):
        return self._candidates

    @property
    def opponent(self):
        return -self.color

    def go(self, chessboard):
        self._candidates.clear()
        lowest_cost = None
        choice = None
        for row in range(self.chessboard_size):
            for column in range(self.chessboard_size):
                if not self._is_legal(chessboard, row, column):
                    continue
                self._candidates.append((row, column))
                cost = self._cost(chessboard, row, column)
                if lowest_cost is None or cost < lowest_cost:
                    lowest_cost, choice = cost, (row, column)
        if choice:
            self._candidates.append(choice)
        return choice

    def _is_legal(self, chessboard, row, column):
        return chessboard[row][column] == 0 and self._flips(chessboard, row, column) > 0

    def _flips(self, chessboard, row, column):
        return sum(
            self._flips_towards(chessboard, row, column, down, right)
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if down != 0 or right != 0
        )

    def _flips_towards(self, chessboard, row, column, down, right, so_far=0):
        row, column = row + down, column + right
        if not 0 <= row < self.chessboard_size or not 0 <= column < self.chessboard_size:
            return 0
        if chessboard[row][column] == self.opponent:
            return self._flips_towards(chessboard, row, column, down, right, so_far + 1)
        return so_far if chessboard[row][column] == self.color else 0

    def _cost(self, chessboard, row, column):
        edges = (0, self.chessboard_size - 1)
        corner = CORNER_COST if row in edges and column in edges else 0
        return corner + self._flips(chessboard, row, column)
