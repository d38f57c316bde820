"""Lets the host be deleted while it runs."""

# verdict: crash: it ended with status

import gc

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        for found in gc.get_objects():
            if type(found).__name__ in ("Host", "Lines", "Clock"):
                found.__dict__.clear()
