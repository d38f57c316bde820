"""Takes a higher priority than others have."""

# verdict: crash: PermissionError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        os.nice(-10)
