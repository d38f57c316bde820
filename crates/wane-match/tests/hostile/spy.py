"""Reads the file of its opponent, which is in the same folder."""

# verdict: crash: ModuleNotFoundError
# alone: yes

import importlib


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        raise RuntimeError("it sees " + str(importlib.import_module("honest").AI))
