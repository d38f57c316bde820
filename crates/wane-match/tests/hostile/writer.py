"""Writes beside itself."""

# verdict: crash: Read-only file system

import os


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        folder = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(folder, "mine.txt"), "w") as file:
            file.write("I was here")
