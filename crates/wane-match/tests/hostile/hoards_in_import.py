"""Takes memory while it is loaded."""

# verdict: memory: MB are allowed

from base import Player

blocks = []
while True:
    blocks.append(bytearray(b"x" * (1 << 20)))


class AI(Player):
    pass
