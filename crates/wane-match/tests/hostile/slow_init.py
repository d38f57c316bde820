"""Takes forever to be made."""

# verdict: time-out: making an AI took more than 20 s
# slow: yes

import time

from base import Player


class AI(Player):
    def __init__(self, chessboard_size, color, time_out):
        super().__init__(chessboard_size, color, time_out)
        time.sleep(600)
