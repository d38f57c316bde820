"""Prints a gigabyte."""


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        for _ in range(1024):
            print(1048575 * "x")
