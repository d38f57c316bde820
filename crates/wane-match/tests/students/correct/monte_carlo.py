"""Random games from every legal move, as many as a small budget of time allows."""

import random
import time

BUDGET = 0.05
AROUND = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]


class Playout(object):
    """A board that random games are played on."""

    def __init__(self, rows):
        self.rows = [list(row) for row in rows]
        self.size = len(self.rows)

    def copy(self):
        return Playout(self.rows)

    def flips(self, x, y, color):
        rows, size = self.rows, self.size
        flipped = []
        for dx, dy in AROUND:
            i, j = x + dx, y + dy
            passed = []
            while 0 <= i < size and 0 <= j < size and rows[i][j] == -color:
                passed.append((i, j))
                i, j = i + dx, j + dy
            if passed and 0 <= i < size and 0 <= j < size and rows[i][j] == color:
                flipped.extend(passed)
        return flipped

    def empties(self):
        return [(x, y) for x in range(self.size) for y in range(self.size) if self.rows[x][y] == 0]

    def place(self, x, y, flipped, color):
        self.rows[x][y] = color
        for i, j in flipped:
            self.rows[i][j] = color

    def finish(self, color):
        """Plays random moves to the end; the number of black discs less that of the white ones."""
        empties = self.empties()
        passes = 0
        while passes < 2 and empties:
            random.shuffle(empties)
            for number, (x, y) in enumerate(empties):
                flipped = self.flips(x, y, color)
                if flipped:
                    self.place(x, y, flipped, color)
                    del empties[number]
                    passes = -1
                    break
            passes += 1
            color = -color
        return -sum(map(sum, self.rows))


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        start = time.time()
        self.candidate_list.clear()
        board = Playout(chessboard.tolist() if hasattr(chessboard, "tolist") else chessboard)
        wins, games = {}, {}
        for x, y in board.empties():
            if board.flips(x, y, self.color):
                self.candidate_list.append((x, y))
                wins[x, y] = games[x, y] = 0
        if not wins:
            return
        while time.time() - start < BUDGET:
            for x, y in wins:
                game = board.copy()
                game.place(x, y, game.flips(x, y, self.color), self.color)
                # Black is -1: more black discs are good for White.
                lead = game.finish(-self.color) * self.color
                wins[x, y] += 1 if lead > 0 else 0.5 if lead == 0 else 0
                games[x, y] += 1
                if time.time() - start > BUDGET:
                    break
        rates = {move: wins[move] / games[move] if games[move] else 0 for move in wins}
        self.candidate_list.append(max(rates, key=rates.get))
