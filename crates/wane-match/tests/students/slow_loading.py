"""Works out its tables when it is loaded."""

from pausing import pause
from rules import legal_moves

pause(3.5)


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        moves = legal_moves(chessboard, self.color)
        self.candidate_list.extend(moves + moves[:1])
