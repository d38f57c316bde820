"""Fills the folder of shared memory."""

# verdict: crash: No space left on device

from base import Player


class AI(Player):
    def go(self, chessboard):
        with open("/dev/shm/file", "wb", buffering=0) as file:
            for _ in range(64):
                if file.write(bytes(1 << 20)) < 1 << 20:
                    file.write(b"more")
