"""Remembers in all games where it has played in one."""

from rules import legal_moves

played = []


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        for move in legal_moves(chessboard, self.color):
            if move not in played:
                self.candidate_list.append(move)
        if self.candidate_list:
            played.append(self.candidate_list[-1])
