"""Turns over as few discs as it can; nothing is wrong with it."""

from rules import legal_moves, turned


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
        if moves:
            best = min(moves, key=lambda move: len(turned(chessboard, *move, self.color)))
            self.candidate_list.append(best)
