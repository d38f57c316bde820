"""Gets ready in its first move."""

from pausing import pause
from rules import legal_moves

is_ready = False


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        global is_ready
        self.candidate_list.clear()
        self.candidate_list.extend(legal_moves(chessboard, self.color))
        if not is_ready:
            is_ready = True
            pause(1.5)
