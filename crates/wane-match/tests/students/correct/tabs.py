"""Tabs for indentation, and a short line printed for every move."""

class AI(object):
	def __init__(self, chessboard_size, color, time_out):
		self.chessboard_size = chessboard_size
		self.color = color
		self.time_out = time_out
		self.candidate_list = []

	def go(self, chessboard):
		self.candidate_list.clear()
		for x in range(self.chessboard_size):
			for y in range(self.chessboard_size):
				if chessboard[x][y] == 0 and self.flipped(chessboard, x, y, self.color):
					self.candidate_list.append((x, y))
		# the most replies for the opponent, then the fewest discs flipped
		best = None
		best_key = None
		for (x, y) in self.candidate_list:
			flipped = self.flipped(chessboard, x, y, self.color)
			new = [list(row) for row in chessboard]
			new[x][y] = self.color
			for (i, j) in flipped:
				new[i][j] = self.color
			key = (-self.count_moves(new, -self.color), len(flipped))
			if best_key is None or key < best_key:
				best_key = key
				best = (x, y)
		if best is not None:
			self.candidate_list.append(best)
		print("move:", best)

	def count_moves(self, board, color):
		number = 0
		for x in range(self.chessboard_size):
			for y in range(self.chessboard_size):
				if board[x][y] == 0 and self.flipped(board, x, y, color):
					number += 1
		return number

	def flipped(self, board, x, y, color):
		result = []
		for dx in [-1, 0, 1]:
			for dy in [-1, 0, 1]:
				if (dx, dy) == (0, 0):
					continue
				line = []
				i = x + dx
				j = y + dy
				while self.inside(i, j) and board[i][j] == -color:
					line.append((i, j))
					i += dx
					j += dy
				if line and self.inside(i, j) and board[i][j] == color:
					result += line
		return result

	def inside(self, i, j):
		return 0 <= i < self.chessboard_size and 0 <= j < self.chessboard_size
