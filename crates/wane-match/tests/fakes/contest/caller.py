"""Calls home."""

import socket


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        socket.create_connection(("127.0.0.1", 80), timeout=1)
