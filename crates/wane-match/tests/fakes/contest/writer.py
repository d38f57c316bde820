"""Writes beside itself."""

import os


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        folder = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(folder, "mine.txt"), "w") as file:
            file.write("I was here")
