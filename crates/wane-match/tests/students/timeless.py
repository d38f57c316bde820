"""Wants to know nothing about time."""

from rules import legal_moves


class AI(object):
    def __init__(self, chessboard_size, color):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        self.candidate_list.extend(legal_moves(chessboard, self.color))
