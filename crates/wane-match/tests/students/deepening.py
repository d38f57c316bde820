"""Adds every move, then searches for ever, and adds what it finds."""

from rules import legal_moves


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        moves = legal_moves(chessboard, self.color)
        self.candidate_list.extend(moves)
        depth = 0
        while moves:
            depth += 1
            if depth % 1000000 == 1:
                self.candidate_list.append(moves[0])
