"""Uses a pool of processes, as an author could who means no harm."""

# verdict: crash: PermissionError

import multiprocessing

from base import Player


class AI(Player):
    def go(self, chessboard):
        with multiprocessing.Pool(2) as pool:
            pool.map(abs, [1, 2])
