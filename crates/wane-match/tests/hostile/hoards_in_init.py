"""Takes memory while it is made."""

# verdict: memory: MB are allowed

from base import Player


class AI(Player):
    def __init__(self, chessboard_size, color, time_out):
        super().__init__(chessboard_size, color, time_out)
        blocks = []
        while True:
            blocks.append(bytearray(b"x" * (1 << 20)))
